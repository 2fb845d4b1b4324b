/** What two sides say of the same fields. */
export interface Comparison {
  fields: number;
  differences: string[];
}
