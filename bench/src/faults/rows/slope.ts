export type Point = [number, number];

/** By how much the second grows for each one of the first, by least squares. */
export function slopeOf(points: Point[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, one) => sum + one[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  const along = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  return along === 0 ? 0 : across / along;
}

/**
 * The lowest of every twenty points that follow on each other: what memory holds is seen after garbage was
 * collected, and before that says how busy the machine was.
 */
export function floorsOf(points: Point[], of = 20): Point[] {
  const parts = Array.from({ length: Math.ceil(points.length / of) }, (_, n) =>
    points.slice(n * of, (n + 1) * of),
  );
  return parts.map((part) => part.reduce((lowest, one) => (one[1] < lowest[1] ? one : lowest)));
}
