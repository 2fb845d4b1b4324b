import { clsx } from 'clsx';

interface Props {
  value: string;
  /** A quieter line below, if there is something to add. */
  note?: string | false;
  className?: string;
}

/** An amount in a table, with a note. */
export function Amount({ value, note, className }: Props) {
  return (
    <span className={clsx('inline-flex flex-col tabular-nums', className)}>
      <span className="font-medium">{value}</span>
      {note && <span className="text-xs text-muted">{note}</span>}
    </span>
  );
}
