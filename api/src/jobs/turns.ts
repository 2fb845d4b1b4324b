/**
 * Lets work of the same key wait for each other, in this process. What waits behind work that fails fails
 * with it, for it would meet the same, and waiting longer would outlast its job.
 */
export function takeTurns(): (key: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const before = last.get(key);
    const turn = before ? before.then(work) : work();
    last.set(key, turn);
    const leave = (): void => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  };
}
