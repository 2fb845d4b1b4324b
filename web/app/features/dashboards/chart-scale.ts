const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** A round number that nothing in a chart exceeds, and the highest value fills two thirds of; 1 of nothing. */
export function ceilingOf(values: readonly (number | null)[]): number {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = steps.find((factor) => factor * power >= most) ?? 10;
  return step * power;
}

/** Where each value stands in a chart of 100 by 100, one column each; null where there is none. */
export function pointsOf(
  values: readonly (number | null)[],
  ceiling: number,
): ({ x: number; y: number } | null)[] {
  const width = 100 / values.length;
  return values.map((value, index) =>
    value === null
      ? null
      : { x: (index + 0.5) * width, y: 100 - (Math.max(0, value) / ceiling) * 100 },
  );
}
