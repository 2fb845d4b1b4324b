import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { controlStyle, FieldFrame } from '../field.tsx';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  /** Called with the trimmed text once typing has paused. */
  onSearch: (text: string) => void;
  /** Milliseconds without typing before the search goes out. */
  delay: number;
  /** UTF-16 units that fit. */
  maxLength?: number;
  hideLabel?: boolean;
  className?: string;
}

/** A search box that waits for a pause in typing. */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
  delay,
  maxLength = 200,
  hideLabel,
  className,
}: Props) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text, delay).trim();
  /** What the URL has, or will have once the searches that were sent have arrived in it. */
  const known = useRef(value);
  const sent = useRef<string[]>([]);
  /** The text is a person's; what came from the URL is never sent back to it. */
  const isTyped = useRef(false);

  useEffect(() => {
    // A search that arrives late must not overtake what has been typed since.
    const arrived = sent.current.indexOf(value);
    sent.current.splice(0, arrived + 1);
    if (arrived >= 0 || value === known.current) return;
    // It changed from outside, for example by the back button.
    sent.current = [];
    known.current = value;
    isTyped.current = false;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (!isTyped.current || settled !== text.trim() || settled === known.current) return;
    known.current = settled;
    sent.current.push(settled);
    onSearch(settled);
  }, [settled, text, onSearch]);

  return (
    <FieldFrame label={label} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
          />
          <input
            {...wiring}
            type="search"
            maxLength={maxLength}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              isTyped.current = true;
              setText(event.target.value);
            }}
            className={controlStyle(false, 'pl-10')}
          />
        </div>
      )}
    </FieldFrame>
  );
}
