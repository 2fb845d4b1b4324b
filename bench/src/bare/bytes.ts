import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** A bare Fastify server that answers the bytes of BODY_FILE as BODY_TYPE. */
const body = readFileSync(process.env.BODY_FILE ?? '');
const headers = JSON.parse(process.env.BODY_HEADERS ?? '{}') as Record<string, string>;

const app = Fastify();
app.get('/', (_request, reply) => reply.headers(headers).send(body));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
