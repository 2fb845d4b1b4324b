/** The engine's tables, which follow the events of a world. */
export interface Mirror {
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  follow(): Promise<void>;
  close(): Promise<void>;
  /** Types of events that the engine knows nothing of. */
  unhandled: Set<string>;
}

/** What two sides say of the same fields. */
export interface Comparison {
  fields: number;
  differences: string[];
}
