import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../../lib/http-error.ts';

/**
 * Puts what the server said of single fields under them, and the focus on the first. `names` leads
 * from the server's field names to the form's.
 */
export function showFieldErrors<Values extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<Values, unknown, Out>,
  error: unknown,
  names: Record<string, FieldPath<Values>>,
): void {
  if (!(error instanceof HttpError)) return;
  const said = Object.entries(names).filter(([theirs]) => error.fields[theirs]);
  said.forEach(([theirs, ours], index) => {
    form.setError(ours, { message: error.fields[theirs] }, { shouldFocus: index === 0 });
  });
}
