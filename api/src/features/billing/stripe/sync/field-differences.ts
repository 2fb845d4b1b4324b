type Fields = Record<string, unknown>;

export interface FieldDifference {
  field: string;
  ours: string | null;
  stripe: string | null;
}

/** Where a row of ours says something else than the facts it is to hold, field by field. */
export function fieldsThatDiffer(facts: Fields, row: Fields): FieldDifference[] {
  return Object.keys(facts)
    .map((field) => ({ field, ours: text(row[field]), stripe: text(facts[field]) }))
    .filter(({ ours, stripe }) => ours !== stripe);
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
