import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  error?: string;
};

/** A box to tick, with its label and error. */
export function Checkbox({ label, error, className, ...rest }: Props) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
          <input
            {...rest}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={clsx(
              'peer size-5 cursor-pointer appearance-none rounded-md border bg-white transition-colors',
              'checked:border-teal-700 checked:bg-teal-700',
              error ? 'border-bad' : 'border-line-strong hover:border-ink-soft',
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute size-3.5 text-white opacity-0 peer-checked:opacity-100"
          />
        </span>
        <label htmlFor={id} className="text-sm text-ink-soft">
          {label}
        </label>
      </div>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}
