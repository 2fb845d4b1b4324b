/** A batch shorter than this may grow, a longer one shrinks: what it locks others wait for. */
const shortMs = 10;
const longMs = 25;

/** The bounds of a kind of batch, in rows. What a row costs shows with the first few. */
export interface Sizes {
  first: number;
  most: number;
}

/**
 * How many rows the next batch has, after one that took so many milliseconds. By time and not by a number that
 * suits one machine: all of a batch is held until its end, on a slow disk, too. A tenth of a second is far from
 * what is aimed at, so that a disk that is busy for a moment does not lead there.
 */
export function sizeAfter(
  size: number,
  { took, isFull }: { took: number; isFull: boolean },
  { most }: Sizes,
): number {
  if (took > longMs) return Math.max(1, Math.floor((size * shortMs) / took));
  return took < shortMs && isFull ? Math.min(most, size * 2) : size;
}
