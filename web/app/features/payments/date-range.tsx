import { useEffect, useState } from 'react';
import { TextField } from '../../ui/field.tsx';

interface Props {
  from: string;
  to: string;
  onChange: (range: { date_from?: string; date_to?: string }) => void;
}

const tooEarly = 'Date To cannot be earlier than Date From';

/** From and to. Date To starts at Date From (spec 2.6); an earlier one is refused where it is typed. */
export function DateRange({ from, to, onChange }: Props) {
  const [typedTo, setTypedTo] = useState(to);
  useEffect(() => setTypedTo(to), [to]);
  const refused = typedTo !== '' && from !== '' && typedTo < from;

  const changeFrom = (next: string) =>
    // The end moves along, so the range never runs backwards.
    onChange(to !== '' && next > to ? { date_from: next, date_to: next } : { date_from: next });
  const changeTo = (next: string) => {
    setTypedTo(next);
    if (next === '' || from === '' || next >= from) onChange({ date_to: next });
  };

  return (
    <>
      <TextField
        label="Date From"
        type="date"
        value={from}
        onChange={(event) => changeFrom(event.target.value)}
        className="min-w-36 flex-1"
      />
      <TextField
        label="Date To"
        type="date"
        min={from || undefined}
        value={typedTo}
        error={refused ? tooEarly : undefined}
        onChange={(event) => changeTo(event.target.value)}
        className="min-w-36 flex-1"
      />
    </>
  );
}
