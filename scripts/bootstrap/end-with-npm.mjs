// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { ancestorsUpToNpm, findProcess } from './processes.mjs';

// Each look asks the system once per process; elsewhere than on Linux that starts a `ps`.
const POLL_MS = process.platform === 'linux' ? 250 : 1_000;

/**
 * Ends this process soon after the npm that started it, or anything in between, is gone: a SIGKILL
 * cannot be passed on, and a server left behind would hold its ports and its data. Does nothing
 * when npm is not above. What this process runs is told by the closing of its channel.
 */
export function endWithNpm() {
  const chain = ancestorsUpToNpm(process.ppid);
  if (chain.length === 0) return;
  const isGone = ({ pid, startedAt }) => findProcess(pid)?.startedAt !== startedAt;
  setInterval(() => {
    if (chain.some(isGone)) process.kill(process.pid, 'SIGTERM');
  }, POLL_MS).unref();
}
