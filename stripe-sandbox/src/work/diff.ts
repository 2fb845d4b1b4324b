type Json = Record<string, unknown>;

/**
 * Stripe's `previous_attributes`: what changed between two states of a resource, with the old
 * values. Hashes are compared field by field, lists as a whole.
 */
export function previousAttributes(before: object, after: object): Json {
  const changed: Json = {};
  for (const [name, old] of Object.entries(before)) {
    const now = (after as Json)[name];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    changed[name] = isHash(old) && isHash(now) ? previousAttributes(old, now) : old;
  }
  for (const name of Object.keys(after)) {
    if (!(name in before)) changed[name] = null;
  }
  return changed;
}

function isHash(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
