import type { ReactNode } from 'react';
import { LogoMark } from './logo.tsx';
import { RequestReference } from './request-reference.tsx';

/** A message in place of a page, with the ways on. */
export function MessagePage(props: {
  title: string;
  text: ReactNode;
  /** What it is shown for, if that is a failure. */
  error?: unknown;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center px-6 py-24 text-center sm:py-32">
      <LogoMark className="size-14" />
      <h1 className="mt-6 text-3xl font-semibold tracking-tight">{props.title}</h1>
      <p className="mt-3 max-w-md text-muted text-balance">{props.text}</p>
      <RequestReference error={props.error} />
      <div className="mt-8 flex flex-wrap justify-center gap-3">{props.children}</div>
    </div>
  );
}
