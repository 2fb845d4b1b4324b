import type { Endpoint } from 'contract/endpoint';
import { z } from 'zod';

/** What a successful call of this endpoint answers, as a JSON schema. */
export function answerSchema({ answer }: Endpoint) {
  const success = answer.extend({ success: z.boolean(), message: z.string() });
  return z.toJSONSchema(success, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
}

type Write = (answer: object) => string;

/** What writes the answers of each endpoint, for all servers of a process. */
const writers = new WeakMap<Endpoint, Write>();

async function makeWriter(endpoint: Endpoint): Promise<Write> {
  const { default: build } = await import('fast-json-stringify');
  const write: Write = build(answerSchema(endpoint) as Parameters<typeof build>[0]);
  writers.set(endpoint, write);
  return write;
}

/**
 * Writes an endpoint's answers as JSON: the fields of the contract and no others. What does so is
 * made at the first answer, since most endpoints are not called soon after a start.
 */
export function createWriter(endpoint: Endpoint): (answer: object) => Promise<string> {
  return async (answer) => {
    const write = writers.get(endpoint) ?? (await makeWriter(endpoint));
    return write(answer);
  };
}
