import { setTimeout } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { tellOfEndpoint } from '../users/notices.ts';
import {
  claimDue,
  type DeliveryRow,
  hastenSome,
  keepClaims,
  writeArrival,
  writeOutcome,
} from './deliveries-repository.ts';
import { mayLoop } from './endpoints.ts';
import {
  type EndpointRow,
  findDueEndpoints,
  noteFailure,
  noteRecovery,
  switchOff,
} from './endpoints-repository.ts';
import { writeLetter } from './message.ts';
import { nextTry, patienceMs } from './pauses.ts';
import { type Answer, type Letter, post } from './send.ts';

/** How often a process looks for what is due, and says that it is still at what it took. */
const lookMs = 200;
const claimMs = 1_000;
/** How long a stop waits for what is on its way. */
const stopMs = 3_000;
/** Letters to one endpoint on their way from one process: many, and one while it fails. */
const atOnce = 24;
/** From so many failures in a row on it is tried by one letter at a time. */
const failing = 3;

interface Lane {
  endpoint: EndpointRow;
  /** The ids of what is on its way. */
  sending: Set<string>;
  isClaiming: boolean;
}

/**
 * Sends what is due, from this process: each endpoint for itself, so that one that hangs holds up no
 * other. Any number of processes may; what one has taken is free again three seconds after it was
 * killed. Answers how to stop.
 */
export function startDeliveries(
  services: Services,
  { timeoutMs = 15_000 }: { timeoutMs?: number } = {},
): () => Promise<void> {
  const { db, env, log } = services;
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<unknown>>();
  let isStopping = false;

  /** Runs something that may fail; what it was for is done again later. */
  function run(work: () => Promise<void>): void {
    const done = work()
      .catch((error) => log.warn({ err: error }, 'deliveries wait, will be tried again'))
      .finally(() => running.delete(done));
    running.add(done);
  }

  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || isStopping) return;
    isLooking = true;
    try {
      for (const endpoint of await findDueEndpoints(db)) {
        const lane = lanes.get(endpoint.id) ?? { endpoint, sending: new Set(), isClaiming: false };
        lane.endpoint = endpoint;
        lanes.set(endpoint.id, lane);
        run(() => fill(lane));
      }
      for (const [id, { sending, isClaiming }] of lanes) {
        if (sending.size === 0 && !isClaiming) lanes.delete(id);
      }
    } finally {
      isLooking = false;
    }
  };

  /** Takes more, once half of what may be on its way has arrived. */
  async function fill(lane: Lane): Promise<void> {
    if (lane.isClaiming) return;
    lane.isClaiming = true;
    try {
      for (;;) {
        const most = lane.endpoint.failures >= failing ? 1 : atOnce;
        if (isStopping || lane.sending.size > most / 2) return;
        const claimed = await claimDue(db, lane.endpoint.id, most - lane.sending.size);
        if (claimed.length === 0) return;
        for (const one of claimed) {
          lane.sending.add(one.delivery.id);
          run(() => send(lane, one));
        }
      }
    } finally {
      lane.isClaiming = false;
    }
  }

  type Claimed = Awaited<ReturnType<typeof claimDue>>[number];
  async function send(lane: Lane, { delivery, person }: Claimed): Promise<void> {
    const { endpoint } = lane;
    try {
      const letter = writeLetter(env, endpoint, { delivery, person });
      const answer = letter ? await postLetter(letter) : unsigned;
      lane.sending.delete(delivery.id);
      await (answer.isDelivered
        ? noteArrival(endpoint, delivery, answer)
        : noteMiss(endpoint, delivery, answer));
    } finally {
      lane.sending.delete(delivery.id);
    }
    await fill(lane);
  }

  const postLetter = (letter: Letter) => post(letter, { timeoutMs, mayLoop: mayLoop(services) });

  async function noteArrival(endpoint: EndpointRow, delivery: DeliveryRow, answer: Answer) {
    const written = await writeArrival(db, delivery, outcomeOf(answer));
    if (written?.wasFailing) await noteRecovery(db, endpoint.id);
    Object.assign(endpoint, { failingSince: null, failures: 0 });
    // What has failed because nobody was there need not wait any longer.
    if (written?.doMoreWait) await hastenSome(db, endpoint.id);
  }

  async function noteMiss(endpoint: EndpointRow, delivery: DeliveryRow, answer: Answer) {
    // A test says how it went, and decides nothing.
    if (delivery.type === 'test') {
      const outcome = { ...outcomeOf(answer), status: 'failed', nextAt: null } as const;
      return writeOutcome(db, delivery.id, outcome);
    }
    await db.transaction(async (transaction) => {
      const noted = await noteFailure(transaction, endpoint.id);
      if (!noted) return;
      const nextAt = nextTry(delivery, noted);
      const status = nextAt ? 'waiting' : 'failed';
      await writeOutcome(transaction, delivery.id, { ...outcomeOf(answer), status, nextAt });
      if (noted.now.getTime() - noted.failingSince.getTime() < patienceMs) return;
      const off = await switchOff(transaction, endpoint.id);
      if (off) await tellOfEndpoint(services, transaction, off);
    });
  }

  const looking = setInterval(() => run(look), lookMs);
  const claiming = setInterval(() => {
    const ids = [...lanes.values()].flatMap(({ sending }) => [...sending]);
    if (ids.length > 0) run(() => keepClaims(db, ids));
  }, claimMs);

  return async () => {
    isStopping = true;
    clearInterval(looking);
    const all = Promise.all(running);
    // What hangs is sent again, by whoever finds it.
    await Promise.race([all, setTimeout(stopMs, undefined, { ref: false })]);
    clearInterval(claiming);
  };
}

const unsigned: Answer = {
  ...{ isDelivered: false, status: null, milliseconds: 0 },
  words: 'The secret cannot be read any more: make a new one',
};

const outcomeOf = ({ status, words, milliseconds }: Answer) => ({
  answerStatus: status,
  answer: words,
  lastMilliseconds: milliseconds,
});
