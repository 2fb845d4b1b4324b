/** By how much the second grows for each one of the first, by least squares. */
export function slopeOf(points: [number, number][]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, one) => sum + one[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  const along = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  return along === 0 ? 0 : across / along;
}
