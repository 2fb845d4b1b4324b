import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { controlStyle, FieldFrame } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: string;
  error?: string;
  hint?: ReactNode;
};

/** A password with a button that shows and hides it. */
export function PasswordField({ label, error, hint, className, id, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...{ label, error, hint, className, id }}>
      {(wiring) => (
        <div className="relative">
          <input
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={controlStyle(!!error, 'pr-12')}
          />
          <button
            type="button"
            aria-controls={wiring.id}
            onClick={() => setShown((before) => !before)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
            <span className="sr-only">{`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
