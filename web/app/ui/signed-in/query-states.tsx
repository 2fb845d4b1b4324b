import { ErrorState } from './error-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface Props {
  /** As React Query answers it. */
  query: {
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** So many lines stand for what is on its way. */
  rows: number;
  /** The height of each, as a class. */
  height?: string;
}

/** What stands in a card for rows that are on their way, or could not be loaded. */
export function QueryStates({ query, rows, height = 'h-16' }: Props) {
  if (query.isPending) return <SkeletonRows rows={rows} height={height} />;
  if (!query.isError) return null;
  return (
    <ErrorState
      isSmall
      message={query.error?.message ?? ''}
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
