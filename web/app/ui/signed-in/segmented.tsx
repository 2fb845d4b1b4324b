import { useId } from 'react';

interface Props<Value extends string> {
  /** What is being chosen; read out, not shown. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between two or three things, all of them in view: radio buttons in a strip. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-white p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative rounded-full px-5 py-2 text-sm font-semibold text-ink-soft transition-colors has-checked:bg-teal-700 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal-600"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full focus-visible:outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
