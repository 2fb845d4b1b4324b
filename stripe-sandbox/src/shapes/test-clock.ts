import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

const LIFE = 30 * 86_400;

/** A test clock standing at `frozenTime` (unix seconds). */
export function newTestClock(
  created: number,
  frozenTime: number,
  name: string | null,
): Doc<'test_helpers.test_clock'> {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + LIFE,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  };
}
