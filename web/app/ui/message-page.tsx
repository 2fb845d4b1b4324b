import type { ReactNode } from 'react';
import { LogoMark } from './logo.tsx';

/** A whole page for one message and the way on. */
export function MessagePage(props: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="flex max-w-md flex-col items-center">
        <LogoMark className="size-14" />
        <h1 className="mt-6 text-3xl font-semibold tracking-tight">{props.title}</h1>
        <p className="mt-3 text-muted">{props.text}</p>
        <div className="mt-8">{props.children}</div>
      </div>
    </main>
  );
}
