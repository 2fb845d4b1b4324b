import { endpoints } from 'contract/endpoints';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const id = '0198c000-0000-7000-8000-0000000000ab';

/** The fields of a schema with what each is read by, those of objects in it as well. */
function fieldsOf(schema: unknown, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      fieldsOf(field, `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => fieldsOf(one, path));
  const inner = innerOf(schema);
  if (inner instanceof z.ZodObject || inner instanceof z.ZodArray) return fieldsOf(inner, path);
  return schema instanceof z.ZodType ? [[path, schema]] : [];
}

/** What a schema wraps: an optional one, one with a default, one that is changed afterwards. */
function innerOf(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return innerOf(schema.in);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return innerOf(schema.unwrap());
  }
  return schema instanceof z.ZodNullable ? innerOf(schema.unwrap()) : schema;
}

const parts = Object.values(endpoints).flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    fieldsOf(schema, `${method} ${path} ${part}`),
  ),
);
const takesAny = (schema: z.ZodType) => schema.safeParse('No id of anything').success;
const ids = parts.filter(([, schema]) => schema.safeParse(id).success && !takesAny(schema));

describe('an id in capitals is the same id', () => {
  it.each(ids)('%s', (_field, schema) => {
    expect(schema.parse(id.toUpperCase())).toBe(id);
  });

  it('in every path that has one, and in what is asked for by one', () => {
    const found = ids.map(([field]) => field);
    // Stripe's events have ids of Stripe's.
    const paths = Object.values(endpoints).filter(
      ({ path }) => path.includes('{id}') && path !== '/admin/events/{id}/resend',
    );
    for (const { method, path } of paths) {
      expect(found).toContain(`${method} ${path} params.id`);
    }
    expect(found).toContain('GET /admin/products/{product}/deliveries query.endpoint');
  });
});
