import { Switch } from '@base-ui/react/switch';
import { clsx } from 'clsx';

interface Props {
  /** What is switched, for example 'Ada Byron is active'. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** A change is under way. It is not `disabled`, which would take the keyboard away. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export function ToggleSwitch({ label, checked, disabled, busy, onChange }: Props) {
  return (
    <Switch.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      readOnly={busy}
      aria-busy={busy || undefined}
      onCheckedChange={onChange}
      className={clsx(
        'inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-transparent bg-line-strong px-0.5 transition-colors',
        'not-data-disabled:cursor-pointer data-checked:bg-teal-700 data-disabled:opacity-50',
      )}
    >
      <Switch.Thumb className="size-5 rounded-full bg-white transition-transform data-checked:translate-x-4.5" />
    </Switch.Root>
  );
}
