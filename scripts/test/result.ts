/** What a step came to: how many passed and failed, and why when that needs a word. */
export type Result = { passed: number; failed: number; reason?: string };

/** A check counts as one test. */
export const check = (ok: boolean): Result => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** A step that could not do its work: never passed over, always one failure. */
export const failure = (reason: string): Result => ({ passed: 0, failed: 1, reason });

/**
 * Judges a run of tests: a skipped test failed, a run without tests failed, and so did one whose
 * runner ended badly though no test did.
 */
export function judge(
  counts: { passed: number; failed: number; skipped: number },
  ok: boolean,
): Result {
  const failed = counts.failed + counts.skipped;
  const reason =
    counts.skipped > 0 ? `${counts.skipped} skipped, which counts as failed` : undefined;
  if (counts.passed + failed === 0) return failure('No tests were run');
  if (!ok && failed === 0) {
    return { passed: counts.passed, failed: 1, reason: 'The runner failed outside of the tests' };
  }
  return { passed: counts.passed, failed, reason };
}

/** The sum of many results. */
export const total = (results: Result[]): Result => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
});
