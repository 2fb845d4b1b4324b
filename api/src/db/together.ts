import DataLoader from 'dataloader';

/**
 * Requests that arrive together ask together: one query for all of them, and nothing is remembered.
 * `load` answers what it found for each key, in their order.
 */
export function together<Key, Found>(
  load: (keys: readonly Key[]) => Promise<Found[]>,
): DataLoader<Key, Found> {
  return new DataLoader(load, { cache: false, batchScheduleFn: setImmediate });
}
