import type { Ledger } from './lives.ts';
import type { Program } from './programs.ts';
import type { Stage, StageNeeds } from './stage.ts';

/** What came of a row, in short. */
export interface Outcome {
  done: string;
  acknowledged: number;
  lost: string[];
  doubled: string[];
  /** Answers of 500 and above but 503, and whatever else must not be. */
  wrong: string[];
  refused: number;
  cut: number;
  /** From the end of the fault to the next answer; undefined where that says nothing. */
  seconds: number | undefined;
}

interface Common {
  name: string;
  /** Programs of Debian without which it cannot be run. */
  programs?: Program[];
  /** What it comes to depends on what the machine can do: no other row goes on beside it. */
  needsMachine?: boolean;
  /** So long that it is run only when it is asked for by name. */
  isLong?: boolean;
}

/** A fault that people live through on a stage. */
export interface StagedRow extends Common {
  /** Does the fault, and answers what was done; what it finds wrong by itself it adds to `wrong`. */
  run(stage: Stage, wrong: string[], ledger: Ledger): Promise<string>;
  /** What is done before it is compared what is left. */
  afterwards?(stage: Stage): Promise<unknown>;
  /** No request may break off while it goes on. */
  cutsNone?: boolean;
  /** A mail may be taken and we not be told, or not be able to note it: then it is sent once more (decision 8). */
  mayRepeatMails?: boolean;
  /** What of its stage is not as usual: it gets one of its own. */
  needs?: StageNeeds;
}

/** A fault that has a stage unlike all others. */
interface LoneRow extends Common {
  alone(): Promise<Outcome>;
}

export type Row = StagedRow | LoneRow;

export const any = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T;
