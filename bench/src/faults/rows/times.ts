/** How much of it: the whole matrix, or its short form. */
export type Times = (whole: number, short: number) => number;
