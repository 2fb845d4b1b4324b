import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Ties a form's fields to their controls: registration, the error under it, gone once edited. */
export function useFieldWiring<Values extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<Values, unknown, Out>,
) {
  const { errors } = form.formState;
  return (name: FieldPath<Values>) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: errors[name]?.message as string | undefined,
  });
}
