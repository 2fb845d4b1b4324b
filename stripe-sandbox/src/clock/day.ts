/** Seconds. */
export const DAY = 86_400;
