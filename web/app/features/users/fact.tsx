import type { ReactNode } from 'react';

/** The height of one whose note has a line, or three on a phone. */
export const factHeight = 'h-26.5 sm:h-19';

/** A name with what is to be said of it, and a figure or an act beside it. */
export function Fact({
  name,
  note,
  children,
}: {
  name: string;
  note: string;
  children?: ReactNode;
}) {
  return (
    <li className="flex min-h-19 flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3 sm:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium">{name}</p>
        <p className="mt-0.5 text-muted">{note}</p>
      </div>
      {children}
    </li>
  );
}
