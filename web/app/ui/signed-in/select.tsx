import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { controlStyle, FieldFrame } from '../field.tsx';

interface Option {
  value: string;
  label: string;
}

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  label: string;
  options: readonly Option[];
  hideLabel?: boolean;
};

/** A choice from a short list, drawn by the platform so that it suits every device. */
export function Select({ label, options, hideLabel, className, id, ...rest }: Props) {
  return (
    <FieldFrame {...{ label, hideLabel, className, id }}>
      {(wiring) => (
        <div className="relative">
          <select
            {...rest}
            {...wiring}
            className={controlStyle(false, 'appearance-none truncate pr-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </FieldFrame>
  );
}
