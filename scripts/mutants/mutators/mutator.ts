import type { Change } from '../mutant.ts';
import type { Node } from '../walk.ts';

/** The changes that can be made of one node. `around` are the nodes it is in, the nearest first. */
export type Mutator = (node: Node, around: readonly Node[], text: string) => Change[];
