import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Skeleton, SkeletonRows } from './skeleton.tsx';

interface Props {
  filters?: ReactNode;
  state: 'loading' | 'failed' | 'empty' | 'full';
  failed: ReactNode;
  empty: ReactNode;
  /** The rows, and below them the pages. */
  children: ReactNode;
  /** Of the table that comes, as its own: it begins at 1280 px. */
  isDense?: boolean;
  /** The same: its order can be chosen. */
  isSorted?: boolean;
}

/** A card with filters on top and one of four things below: skeletons, a failure, nothing, or rows. */
export function ListPanel(props: Props) {
  const { filters, state, failed, empty, children, isDense, isSorted } = props;
  return (
    <Card className="overflow-clip">
      {filters}
      {state === 'loading' && (
        <>
          <div
            className={clsx(
              'h-10.5 border-b border-line bg-paper/60',
              isDense ? 'max-xl:hidden' : 'max-lg:hidden',
            )}
          />
          {isSorted && (
            <div
              className={clsx(
                'border-b border-line px-4 py-3 sm:px-6',
                isDense ? 'xl:hidden' : 'lg:hidden',
              )}
            >
              <Skeleton className="h-11 sm:max-w-72" />
            </div>
          )}
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
