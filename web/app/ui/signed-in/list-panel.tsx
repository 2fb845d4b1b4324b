import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface Props {
  filters?: ReactNode;
  state: 'loading' | 'failed' | 'empty' | 'full';
  failed: ReactNode;
  empty: ReactNode;
  /** The rows, and below them the pages. */
  children: ReactNode;
}

/** A card with filters on top and one of four things below: skeletons, a failure, nothing, or rows. */
export function ListPanel({ filters, state, failed, empty, children }: Props) {
  return (
    <Card className="overflow-clip">
      {filters}
      {state === 'loading' && (
        <>
          <div className="h-10.5 border-b border-line bg-paper/60 max-lg:hidden" />
          <SkeletonRows rows={6} height="h-16" />
        </>
      )}
      {state === 'failed' && failed}
      {state === 'empty' && empty}
      {state === 'full' && children}
    </Card>
  );
}

/** Which of the four things a list shows. */
export function listState(
  query: { isPending: boolean; isError: boolean },
  length: number,
): Props['state'] {
  if (query.isPending) return 'loading';
  if (query.isError) return 'failed';
  return length === 0 ? 'empty' : 'full';
}
