import { setImmediate } from 'node:timers/promises';
import { newTestClock } from '../shapes/test-clock.ts';
import type { Doc, Kind } from '../store/documents.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import type { Work } from '../work/work.ts';
import { wakeUp } from './due.ts';
import { finishAdvance } from './test-clock.ts';

const TICK_MS = 2_000;
const BREATHER = 25;

interface Due {
  kind: Kind;
  id: string;
  at: number;
}

/** Lets time pass: everything that falls due is done one after the other, each at its own time. */
export class Scheduler {
  readonly #sandbox: Sandbox;
  readonly #timer: NodeJS.Timeout;
  #queue = Promise.resolve();
  #closed = false;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    this.#timer = setInterval(() => this.kick(), TICK_MS);
    this.#timer.unref();
  }

  /** Does what is due by now, on the shared clock and on test clocks that are moving. */
  kick(): void {
    void this.#enqueue(async () => {
      await this.#passTime(null, this.#sandbox.clock.now(), () => {});
      await this.#passTestClocks();
    });
  }

  /**
   * Moves the shared clock forward to `instant` (unix seconds) through everything in between, and
   * says so as of a test clock: nothing else may fall due that would tell of the time.
   */
  advanceTo(instant: number): Promise<void> {
    const { clock } = this.#sandbox;
    return this.#enqueue(async () => {
      await this.#passTime(null, instant, (at) => clock.moveTo(at));
      const tell = (work: Work): void => {
        clock.moveTo(instant);
        work.emit('test_helpers.test_clock.ready', newTestClock(instant, instant, 'shared'));
      };
      transact(this.#sandbox, tell, { at: instant });
    });
  }

  /** Waits for the step under way and stops. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#queue;
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(task);
    this.#queue = run.catch((error: unknown) => this.#sandbox.log(`clock: ${error}`));
    return run;
  }

  async #passTime(clock: string | null, until: number, reach: (at: number) => void): Promise<void> {
    const { store } = this.#sandbox;
    for (let step = 1; !this.#closed; step += 1) {
      const due = store.nextDue(clock, until);
      if (!due) return;
      this.#do(due, reach);
      if (step % BREATHER === 0) await setImmediate();
    }
  }

  #do(due: Due, reach: (at: number) => void): void {
    const { store, log } = this.#sandbox;
    const step = { at: due.at };
    try {
      transact(
        this.#sandbox,
        (work) => {
          reach(due.at);
          wakeUp(work, due.kind, due.id);
        },
        step,
      );
    } catch (error) {
      // One broken resource must not stop everybody's time.
      log(`clock: ${due.kind} ${due.id}: ${error}`);
      store
        .prepare('UPDATE documents SET wakes_at = NULL WHERE kind = ? AND id = ?')
        .run(due.kind, due.id);
    }
  }

  async #passTestClocks(): Promise<void> {
    const moving: Doc<'test_helpers.test_clock'>[] = this.#sandbox.store.all(
      'test_helpers.test_clock',
      [{ path: 'status', op: '=', value: 'advancing' }],
    );
    for (const clock of moving) {
      const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time;
      await this.#passTime(clock.id, target, () => {});
      // Time stood still in the middle: the next start goes on from there.
      if (this.#closed) return;
      transact(this.#sandbox, (work) => finishAdvance(work, clock.id, target));
    }
  }
}
