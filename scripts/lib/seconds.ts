/** The time since `began` (milliseconds since 1970) in words, for example '3.2 s'. */
export const secondsSince = (began: number): string =>
  `${((Date.now() - began) / 1000).toFixed(1)} s`;
