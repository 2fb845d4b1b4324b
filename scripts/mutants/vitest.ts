import { relative } from 'node:path';
import { firstLine, type Outcome, type Run, reported, without } from './runners.ts';

type Task = { fullName?: string; status: string; failureMessages?: string[] };
type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: Task[];
  }[];
};

/** Runs test files with Vitest. */
export async function runVitest(run: Run): Promise<Outcome> {
  const { report, isLate, ok } = await reported<VitestReport>(
    run,
    run.stopsEarly ? 240_000 : 900_000,
    (file) => ({
      cwd: run.tree,
      env: {},
      run: [
        'vitest',
        'run',
        ...run.files,
        ...(run.stopsEarly ? ['--bail=1'] : []),
        ...(run.isIsolated ? ['--isolate', '--testTimeout=60000'] : []),
        '--reporter=json',
        '--reporter=default',
        `--outputFile.json=${file}`,
      ],
    }),
  );
  if (!report) return without(isLate);
  const results = report.testResults.map((result) => ({
    ...result,
    file: relative(run.tree, result.name),
  }));
  const failures = results.flatMap(({ file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((task) => task.status === 'failed');
    if (failed.length === 0 && status === 'failed') {
      return [{ file, test: '(the file)', why: firstLine(message) }];
    }
    return failed.map((task) => ({
      file,
      test: task.fullName ?? '',
      why: firstLine(task.failureMessages?.[0]),
    }));
  });
  if (failures.length === 0 && !ok && !isLate) return without(isLate);
  const seconds = results.map(({ file, startTime, endTime }) => [
    file,
    (endTime - startTime) / 1000,
  ]);
  return { failures, isLate, seconds: Object.fromEntries(seconds), spans: [] };
}
