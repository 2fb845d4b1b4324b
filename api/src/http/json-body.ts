import type { FastifyInstance } from 'fastify';
import { BadRequest } from './errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON bodies: an empty one is no body, broken UTF-8 and broken JSON are refused, keys that
 * would poison a prototype too.
 */
export function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(new BadRequest('The request is not valid UTF-8.'));
    }
    parseJson(request, text, (error, parsed) =>
      done(error && new BadRequest('The request is not valid JSON.'), parsed),
    );
  });
}
