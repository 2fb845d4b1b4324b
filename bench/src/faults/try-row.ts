import { setTimeout } from 'node:timers/promises';
import {
  compare,
  differencesLeft,
  failuresLogged,
  secretsLogged,
  untilSettled,
  type Verdict,
} from './compare.ts';
import { type Ledger, liveOn, openLedger } from './lives.ts';
import { missingMails, repeatedMails } from './mails.ts';
import { compareMoney } from './money.ts';
import type { Outcome, StagedRow } from './row.ts';
import { passDays, refundSome } from './sandbox.ts';
import type { Stage } from './stage.ts';

/** Trials end in the middle of a fault, and renewals come after it. */
const [trialDays, monthDays] = [8, 31];

/** So long people rest before each act where a row shares the machine with others. */
const sharingRestMs = 150;

/**
 * Lets people live through a fault on a stage, and looks afterwards what became of what they were told.
 * @param restMs for so long on average they rest before each act
 */
export async function tryRow(
  row: StagedRow,
  stage: Stage,
  restMs = row.needsMachine || row.isLong ? 0 : sharingRestMs,
): Promise<Outcome> {
  const ledger = openLedger();
  const mailsBefore = stage.smtp.received.length;
  const stop = liveOn(stage.balancer.url, ledger, restMs);
  await setTimeout(2_000);
  const time = setTimeout(1_500).then(() => passDays(stage, trialDays));
  const done = await row.run(stage, ledger.wrong, ledger);
  const ended = performance.now();
  await time;
  await setTimeout(3_000);
  await stop();
  const next = ledger.answeredAt.find((at) => at > ended);
  const { wrong, ...verdict } = await judge(stage, ledger, row.afterwards).catch((error) => {
    throw new Error(`${error.message}; ${done}`, { cause: error });
  });
  const repeated = repeatedMails(stage.smtp.received.slice(mailsBefore));
  if (!row.mayRepeatMails) verdict.doubled.push(...repeated);
  const came =
    row.mayRepeatMails && repeated.length > 0 ? `; ${repeated.length} mails came twice` : '';
  if (row.cutsNone && ledger.cut > 0) wrong.push(`${ledger.cut} requests broke off`);
  return {
    done: `${done}${came}`,
    acknowledged: ledger.acknowledged,
    ...verdict,
    wrong,
    refused: ledger.refused,
    cut: ledger.cut,
    seconds: next === undefined ? undefined : (next - ended) / 1_000,
  };
}

/** Lets a month pass and all be worked off, and compares what people were told with what is. */
async function judge(
  stage: Stage,
  ledger: Ledger,
  afterwards?: (stage: Stage) => Promise<unknown>,
): Promise<Verdict & { wrong: string[] }> {
  await passDays(stage, monthDays);
  await refundSome(stage, 3);
  await untilSettled(stage);
  await afterwards?.(stage);
  const verdict = await compare(stage, ledger);
  const money = await compareMoney(stage, ledger);
  verdict.lost.push(...money.lost, ...(await mailsLost(stage)));
  verdict.doubled.push(...money.doubled);
  const { found, report } = await differencesLeft(stage);
  const secrets = secretsLogged(stage).map((secret) => `in the log: ${secret}`);
  const failures = ledger.wrong.length > 0 ? failuresLogged(stage) : [];
  const wrong = [...ledger.wrong, ...secrets, ...new Set(failures)];
  if (found > 0) wrong.push(report);
  return { ...verdict, wrong };
}

async function mailsLost({ pool, smtp }: Stage): Promise<string[]> {
  const { rows } = await pool.query<{ recipient: string; count: number }>(
    `select recipient, count(*)::int as count from outgoing_emails
      where sent_at is not null and recipient <> '' group by recipient`,
  );
  return missingMails(smtp.received, rows);
}
