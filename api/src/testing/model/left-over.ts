import { AsyncLocalStorage } from 'node:async_hooks';

/** A step of a life; over once a process of ours died in it. */
export interface Taken {
  isOver: boolean;
}

const taken = new AsyncLocalStorage<Taken>();

/** Does what belongs to a step. */
export const inStep = <Result>(step: Taken, work: () => Promise<Result>): Promise<Result> =>
  taken.run(step, work);

/** Whether whoever asks is left over of a step that is over: nothing of it goes on in the next process. */
export const isLeftOver = (): boolean => taken.getStore()?.isOver ?? false;
