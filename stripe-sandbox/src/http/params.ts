import { invalid } from './errors.ts';
import type { Raw } from './form.ts';

/** Reads one parameter. `name` is the parameter's full name, as in `items[0][price]`. */
export interface Param<T> {
  read(raw: Raw, name: string): T;
  required?: boolean;
}

export type Shape = Record<string, Param<unknown>>;

interface Required<T> extends Param<T> {
  required: true;
}

/** What a shape reads: undefined when absent, null when sent empty, which unsets at Stripe. */
export type Values<S extends Shape> = {
  [K in keyof S]: S[K] extends Required<infer T>
    ? T
    : S[K] extends Param<infer T>
      ? T | null | undefined
      : never;
};

function asText(raw: Raw, name: string): string {
  if (typeof raw !== 'string') throw invalid(`Invalid string: ${JSON.stringify(raw)}`, name);
  return raw;
}

/** Any text, at most 5,000 characters as at Stripe. */
export const text: Param<string> = {
  read(raw, name) {
    const value = asText(raw, name);
    if (value.length <= 5000) return value;
    throw invalid('Invalid string: must be at most 5000 characters', name);
  },
};

/** A whole number. */
export const integer: Param<number> = {
  read(raw, name) {
    const value = asText(raw, name);
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  },
};

/** `true` or `false`. */
export const flag: Param<boolean> = {
  read(raw, name) {
    const value = asText(raw, name);
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalid(`Invalid boolean: ${value}`, name);
  },
};

/** One of the given words. */
export function oneOf<const T extends string>(...words: T[]): Param<T> {
  return {
    read(raw, name) {
      const value = asText(raw, name);
      const word = words.find((candidate) => candidate === value);
      if (word !== undefined) return word;
      throw invalid(`Invalid ${name}: must be one of ${words.join(', ')}`, name);
    },
  };
}

/** Either reader, the first that accepts. */
export function either<A, B>(first: Param<A>, second: Param<B>): Param<A | B> {
  return {
    read(raw, name) {
      try {
        return first.read(raw, name);
      } catch {
        return second.read(raw, name);
      }
    },
  };
}

/** A list of the given parameter. */
export function list<T>(of: Param<T>): Param<T[]> {
  return {
    read(raw, name) {
      if (!Array.isArray(raw)) throw invalid('Invalid array', name);
      return raw.map((entry, index) => of.read(entry, `${name}[${index}]`));
    },
  };
}

/** A hash with exactly these parameters. */
export function hash<S extends Shape>(shape: S): Param<Values<S>> {
  return {
    read(raw, name) {
      if (typeof raw !== 'object' || Array.isArray(raw)) throw invalid('Invalid hash', name);
      return readShape(shape, raw, name);
    },
  };
}

/** Free keys with text values; an empty value removes the key. */
export const metadata: Param<Record<string, string>> = {
  read(raw, name) {
    if (raw === '') return {};
    if (typeof raw !== 'object') throw invalid('Invalid hash', name);
    const entries = Object.entries(raw).map(
      ([key, value]) => [key, asText(value, `${name}[${key}]`)] as const,
    );
    for (const [key, value] of entries) refuseTooLong(name, key, value);
    const sent = Object.fromEntries(entries);
    refuseTooMany(sent);
    return sent;
  },
};

/** Stripe's limits of metadata. https://docs.stripe.com/api/metadata */
const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };

function refuseTooLong(name: string, key: string, value: string): void {
  const [what, limit, length] =
    key.length > METADATA.keyLength
      ? ['keys', METADATA.keyLength, key.length]
      : ['values', METADATA.valueLength, value.length];
  if (length <= limit) return;
  throw invalid(
    `Metadata ${what} must be under ${limit} characters, but you passed in a string with ${length} characters.`,
    `${name}[${key}]`,
  );
}

/** Throws for metadata with more keys than Stripe keeps on one resource. */
export function refuseTooMany(kept: Record<string, string>): void {
  const count = Object.keys(kept).length;
  if (count <= METADATA.keys) return;
  throw invalid(
    `You can only have up to ${METADATA.keys} metadata keys. You passed in ${count} keys.`,
    'metadata',
  );
}

/** Accepted as Stripe does and kept from influencing anything here. */
export const ignored: Param<Raw> = { read: (raw) => raw };

/** A time range filter: an exact second, or gt, gte, lt, lte. */
export const range = either(
  integer,
  hash({ gt: integer, gte: integer, lt: integer, lte: integer }),
);

/** Marks a parameter that must be sent. */
export function required<T>(param: Param<T>): Required<T> {
  return { ...param, required: true };
}

/** Reads a whole shape; throws Stripe's errors for what is missing or unknown. */
export function readShape<S extends Shape>(
  shape: S,
  raw: Record<string, Raw>,
  prefix = '',
): Values<S> {
  const full = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const unknown = Object.keys(raw).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) {
    throw invalid(
      `Received unknown parameter: ${full(unknown)}`,
      full(unknown),
      'parameter_unknown',
    );
  }
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(shape)) {
    const value = raw[name];
    if (param.required && (value === undefined || value === '')) {
      throw invalid(`Missing required param: ${full(name)}.`, full(name), 'parameter_missing');
    }
    if (value === undefined) continue;
    values[name] = value === '' && param !== metadata ? null : param.read(value, full(name));
  }
  return values as Values<S>;
}
