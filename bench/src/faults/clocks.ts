import { needed } from './programs.ts';

/** Settings of a process whose clock is so many minutes ahead, or behind; what measures time goes on as it does. */
export function clockAhead(minutes = 0): Record<string, string> {
  if (minutes === 0) return {};
  return {
    LD_PRELOAD: needed('libfaketime'),
    FAKETIME: `${minutes > 0 ? '+' : ''}${minutes}m`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  };
}
