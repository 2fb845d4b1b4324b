import type { Endpoint } from 'contract/endpoint';
import { z } from 'zod';

/** What a successful call of this endpoint answers, as a JSON schema. */
export function answerSchema({ answer }: Endpoint) {
  const success = answer.extend({ success: z.boolean(), message: z.string() });
  return z.toJSONSchema(success, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
}

/**
 * Writes an endpoint's answers as JSON: the fields of the contract and no others. What does so is
 * made at the first answer, since most endpoints are not called soon after a start.
 */
export function createWriter(endpoint: Endpoint): (answer: object) => Promise<string> {
  let write: ((answer: object) => string) | undefined;
  return async (answer) => {
    if (!write) {
      const { default: build } = await import('fast-json-stringify');
      write = build(answerSchema(endpoint) as Parameters<typeof build>[0]);
    }
    return write(answer);
  };
}
