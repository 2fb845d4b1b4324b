interface Props {
  value: string;
  /** A quieter line below, if there is something to add. */
  note?: string | false;
}

/** An amount in a table, with a note. */
export function Amount({ value, note }: Props) {
  return (
    <span className="inline-flex flex-col tabular-nums in-data-compact:flex-row-reverse in-data-compact:items-baseline in-data-compact:gap-x-2">
      <span className="font-medium whitespace-nowrap">{value}</span>
      {note && <span className="text-xs whitespace-pre-line text-muted">{note}</span>}
    </span>
  );
}
