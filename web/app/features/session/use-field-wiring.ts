import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Ties a form's fields to their controls: registration, the error under it, gone once edited.
 * `with` names another field whose error an edit clears too, such as a confirmation that no longer
 * matches.
 */
export function useFieldWiring<Values extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<Values, unknown, Out>,
) {
  const { errors } = form.formState;
  return (name: FieldPath<Values>, { with: other }: { with?: FieldPath<Values> } = {}) => {
    const onChange = () => form.clearErrors(other ? [name, other] : name);
    const { ref, ...registered } = form.register(name, { onChange });
    return {
      ...registered,
      ref: (input: HTMLInputElement | null) => {
        // The page can be typed into, or filled in by the browser, before this code has arrived.
        const early = input?.type === 'checkbox' ? input.checked : input?.value;
        ref(input);
        if (early && early !== form.getValues(name)) {
          form.setValue(name, early as FieldPathValue<Values, FieldPath<Values>>);
        }
      },
      error: errors[name]?.message as string | undefined,
    };
  };
}
