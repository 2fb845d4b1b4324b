type Fields = Record<string, unknown>;

export interface FieldDifference {
  field: string;
  ours: string | null;
  stripe: string | null;
}

/** Where a row of ours differs from its projection, field by field. */
export function fieldsThatDiffer(projection: Fields, row: Fields): FieldDifference[] {
  return Object.keys(projection)
    .map((field) => ({ field, ours: text(row[field]), stripe: text(projection[field]) }))
    .filter(({ ours, stripe }) => ours !== stripe);
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
