import { earlierEnd } from 'contract/payments';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/field.tsx';

interface Props {
  from: string;
  to: string;
  onChange: (range: { date_from?: string; date_to?: string }) => void;
}

/** From and to. Date To starts at Date From (product U50); an earlier one is refused where it is typed. */
export function DateRange({ from, to, onChange }: Props) {
  const begin = useTypedDate(from);
  const end = useTypedDate(to);
  const refused = end.typed !== '' && from !== '' && end.typed < from;

  const changeFrom = (next: string) => {
    begin.type(next, true);
    // The end moves along, so the range never runs backwards.
    onChange(to !== '' && next > to ? { date_from: next, date_to: next } : { date_from: next });
  };
  const changeTo = (next: string) => {
    const isValid = next === '' || from === '' || next >= from;
    end.type(next, isValid);
    if (isValid) onChange({ date_to: next });
  };

  return (
    <>
      <TextField
        label="Date From"
        type="date"
        value={begin.typed}
        onChange={(event) => changeFrom(event.target.value)}
        className="min-w-36 flex-1"
      />
      <TextField
        label="Date To"
        type="date"
        min={from || undefined}
        value={end.typed}
        error={refused ? earlierEnd : undefined}
        onChange={(event) => changeTo(event.target.value)}
        className="min-w-36 flex-1"
      />
    </>
  );
}

/**
 * A date as it stands in its field. The URL follows a moment later, when the next digit of the
 * year may have been typed already: what arrives from this field is never written back into it.
 */
function useTypedDate(value: string) {
  const [typed, setTyped] = useState(value);
  const sent = useRef<string[]>([]);

  useEffect(() => {
    const arrived = sent.current.indexOf(value);
    sent.current.splice(0, arrived + 1);
    if (arrived < 0) setTyped(value);
  }, [value]);

  const type = (next: string, isValid: boolean) => {
    if (isValid) sent.current.push(next);
    setTyped(next);
  };
  return { typed, type };
}
