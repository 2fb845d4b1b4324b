import type { Work } from '../work/work.ts';
import type { Raw } from './form.ts';
import { readShape, type Shape, type Values } from './params.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** One API call: reads its parameters, works, answers with an object. */
export interface Route {
  method: Method;
  path: string;
  handle(work: Work, raw: Record<string, Raw>, ids: readonly string[]): object;
}

/**
 * Describes one API call. The ids in the path arrive in order after the parameters.
 * @param path as in `/v1/customers/:id`
 */
export function route<S extends Shape>(
  method: Method,
  path: string,
  shape: S,
  run: (work: Work, params: Values<S>, id: string, second: string) => object,
): Route {
  return {
    method,
    path,
    handle: (work, raw, [id = '', second = '']) => run(work, readShape(shape, raw), id, second),
  };
}
