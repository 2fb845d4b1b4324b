import type { FastifyReply, FastifyRequest } from 'fastify';

/** An outcome that bears a tag: whoever has it already is told so, and nothing more (RFC 9110). */
export class Tagged<Outcome> {
  readonly tag: string;
  readonly outcome: Outcome;

  constructor(tag: string, outcome: Outcome) {
    this.tag = tag;
    this.outcome = outcome;
  }
}

/** Names the tag in the answer, and answers whether the caller has what it stands for. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  const quoted = `"${tag}"`;
  // Kept by whoever asked, and never used again without asking.
  reply.header('etag', quoted).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  const tags = known.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(quoted) || tags.includes('*');
}
