import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & {
  /** What it is done to, for those who do not see the row. */
  about: string;
};

/** A quiet button in a row of a table, which asks before it does anything. */
export function RowAction({ about, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className="inline-flex min-h-6 items-center text-sm font-medium text-teal-700 underline underline-offset-4 hover:text-teal-900"
    >
      {children}
      <span className="sr-only"> {about}</span>
    </button>
  );
}
