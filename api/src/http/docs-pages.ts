import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { brand } from 'contract/brand';
import type { Endpoint } from 'contract/endpoint';
import * as messages from 'contract/messages';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { z } from 'zod';
import { answerSchema } from './answers.ts';
import { refuse } from './error-handler.ts';

/** A server that serves nothing but the documentation of these routes of another. */
export async function createDocs(routes: RouteOptions[]): Promise<FastifyInstance> {
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  docs.setValidatorCompiler(() => () => true);
  docs.setSerializerCompiler(() => JSON.stringify);
  docs.setNotFoundHandler((_request, reply) => refuse(reply, 404, messages.notFound));
  await docs.register(swagger, {
    openapi: {
      info: { title: `${brand.company} API`, version: brand.version },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          product: { type: 'http', scheme: 'bearer', description: 'A product key, `pk_...`' },
        },
      },
    },
  });
  for (const { method, url, schema, config } of routes) {
    if (method === 'HEAD' || schema?.hide) continue;
    const described = config?.endpoint ? describe(config.endpoint) : schema;
    docs.route({ method, url, schema: described, handler: () => {} });
  }
  await docs.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Swagger's own validator is somebody else's server: it is neither asked nor allowed.
    uiConfig: { validatorUrl: null },
    transformStaticCSP: (policy) => policy.replaceAll(/ (validator\.swagger\.io|https:)/g, ''),
  });
  docs.get('/api/openapi.json', { schema: { hide: true } }, async () => docs.swagger());
  await docs.ready();
  return docs;
}

function describe(endpoint: Endpoint) {
  const { summary, path, body, query, params, access } = endpoint;
  const schema = (type: z.ZodType) =>
    z.toJSONSchema(type, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  const isEmpty = (type: z.ZodType) =>
    type instanceof z.ZodObject && !Object.keys(type.shape).length;
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access === 'anyone'
      ? {}
      : { security: [{ [access === 'product' ? access : 'session']: [] }] }),
    ...(body instanceof z.ZodObject ? { body: schema(body) } : {}),
    ...(isEmpty(query) ? {} : { querystring: schema(query) }),
    ...(isEmpty(params) ? {} : { params: schema(params) }),
    response: { '2xx': answerSchema(endpoint) },
  };
}
