type Json = unknown;

/** Hashes whose keys are the caller's own, or that hold another resource. */
const OPEN = new Set(['metadata', 'object', 'payment_method_options', 'fraud_details']);

/**
 * Where an answer departs from an example: a field that is missing, or of another kind. Null is
 * allowed anywhere, since the example shows one resource and the types check the rest.
 */
export function departures(example: Json, answer: Json, path = ''): string[] {
  if (example === null || answer === null || isReference(example, answer)) return [];
  if (kindOf(example) !== kindOf(answer))
    return [`${path}: ${kindOf(answer)}, not ${kindOf(example)}`];
  if (Array.isArray(example) && Array.isArray(answer)) {
    const [first] = example;
    return answer.flatMap((entry) =>
      first === undefined ? [] : departures(first, entry, `${path}[]`),
    );
  }
  if (kindOf(example) !== 'hash') return [];
  return Object.entries(example as object).flatMap(([name, value]) => {
    if (!Object.hasOwn(answer as object, name)) return [`${path}.${name}: missing`];
    if (OPEN.has(name) && kindOf(value) === 'hash') return [];
    return departures(value, (answer as Record<string, Json>)[name], `${path}.${name}`);
  });
}

/** An id stands for a resource that the example shows whole. */
function isReference(example: Json, answer: Json): boolean {
  return typeof answer === 'string' && kindOf(example) === 'hash' && 'id' in (example as object);
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'hash' : typeof value;
}
