/** The parts of the product that mutants are drawn from, each with its folder. */
export const areas = { api: 'api/src', web: 'web/app', contract: 'contract/src' } as const;
export type Area = keyof typeof areas;

/** A change of the source's text: what is between two offsets becomes `after`. */
export type Change = {
  /** The kind of change, by Stryker's name where Stryker has it. */
  mutator: string;
  start: number;
  end: number;
  after: string;
};

/**
 * How a change is made one that a running program can switch on: the place that is written twice,
 * or what it is where an expression cannot stand.
 */
export type Wrap = { as: 'value' | 'body' | 'block' | 'attribute'; start: number; end: number };

/** One place of a file that can be changed. */
export type Candidate = Change & {
  line: number;
  before: string;
  wrap: Wrap;
  /** Evaluated when the module is loaded, not when something is called. */
  isStatic: boolean;
  /** The lines of the function or statement that it is in. */
  scope: { from: number; to: number };
  /** What surrounds it, the widest first: the same text elsewhere is the same place. */
  anchors: { kind: 'function' | 'statement' | 'part'; text: string; offset: number }[];
};

/** A place in a tree: the file from the root, and the offsets of a change. */
type Place = { file: string; line: number; start: number; end: number };

/** A mutant that was drawn. `previously` is the same place in the older tree. */
export type Mutant = Place & {
  id: number;
  area: Area;
  mutator: string;
  before: string;
  after: string;
  wrap: Wrap;
  isStatic: boolean;
  scope: { from: number; to: number };
  previously?: Place & { wrap: Wrap };
};
