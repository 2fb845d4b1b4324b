import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';

const control = [
  'block w-full min-h-11 rounded-control border bg-white px-3.5 py-2 text-base text-ink',
  'placeholder:text-muted transition-colors hover:border-ink-soft sm:text-sm',
  'disabled:bg-paper disabled:text-muted',
];

/** The style of a text input or a select, with or without an error. */
export function controlStyle(invalid: boolean, className?: string): string {
  return clsx(control, invalid ? 'border-bad' : 'border-line-strong', className);
}

interface WiringProps {
  label: ReactNode;
  error?: string;
  hint?: ReactNode;
  /** The label is read out but not shown. */
  hideLabel?: boolean;
  className?: string;
  id?: string;
  children: (wiring: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** Ties a label, a hint and an error to whatever control is drawn inside. */
export function FieldFrame(props: WiringProps) {
  const { label, error, hint, hideLabel = false, className, children } = props;
  const made = useId();
  const id = props.id ?? made;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink'}
      >
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && <FieldError id={`${id}-error`} text={error} />}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}

/** An error under a field, or of a whole form above its button, read out when it appears. */
export function FieldError({ id, text }: { id?: string; text: string }) {
  return (
    <p
      id={id}
      role="alert"
      className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-bad"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'children'> &
  Pick<WiringProps, 'label' | 'error' | 'hint' | 'hideLabel'>;

/** One line of text with its label. */
export function TextField({
  label,
  error,
  hint,
  hideLabel,
  className,
  id,
  ...rest
}: TextFieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, hideLabel, className, id }}>
      {(wiring) => <input type="text" {...rest} {...wiring} className={controlStyle(!!error)} />}
    </FieldFrame>
  );
}
