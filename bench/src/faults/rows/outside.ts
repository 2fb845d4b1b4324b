import { setTimeout } from 'node:timers/promises';
import type { MoodySmtp } from '../../../../api/src/testing/smtp.ts';
import { differencesLeft } from '../compare.ts';
import type { StripeMood } from '../moody-stripe.ts';
import type { StagedRow } from '../row.ts';
import { passDays, sendEvents } from '../sandbox.ts';
import type { Stage } from '../stage.ts';
import type { Times } from './times.ts';

const stripeMoods = { cut: 'cut', error: '500', limited: '429', slow: 'slow' } as const;
const mailMoods = {
  down: ['mail cut', 'turned away'],
  silent: ['mail silent', 'taken and not said so'],
  slow: ['mail slow', 'each answer late'],
  later: ['mail 4xx', 'told to come later (451)'],
  refused: ['mail 5xx', 'refused for good (550)'],
} as const;

/** Stripe and the mail server in their moods, and events that never come. */
export function outsideRows(times: Times): StagedRow[] {
  const moods = Object.keys(mailMoods) as (keyof typeof mailMoods)[];
  return [
    ...(['cut', 'error', 'limited', 'slow'] as const).map((mood) => ({
      name: `Stripe ${stripeMoods[mood]}`,
      run: (stage: Stage) => upsetStripe(stage, mood, times(15, 5)),
    })),
    ...moods.map((mood) => ({
      name: mailMoods[mood][0],
      mayRepeatMails: mood === 'silent',
      run: (stage: Stage) =>
        mood === 'slow' ? slowMail(stage, times) : upsetMail(stage, mood, times(15, 4)),
    })),
    {
      name: 'missed webhooks',
      run: (stage) => missEvents(stage, times(20, 4)),
      // What the hourly comparison does, by its command.
      afterwards: differencesLeft,
    },
  ];
}

async function upsetStripe({ stripe }: Stage, mood: StripeMood, seconds: number): Promise<string> {
  stripe.mood = mood;
  await setTimeout(seconds * 1_000);
  stripe.mood = 'up';
  return `Stripe's API for ${seconds} s`;
}

async function upsetMail({ smtp }: Stage, mood: keyof typeof mailMoods, seconds: number) {
  smtp.mood = mood satisfies MoodySmtp['mood'];
  await setTimeout(seconds * 1_000);
  smtp.mood = 'up';
  return `${mailMoods[mood][1]} for ${seconds} s`;
}

/** In the whole matrix one mail, of six answers, takes longer than the minute after which a killed job is free. */
async function slowMail(stage: Stage, times: Times): Promise<string> {
  const lateSeconds = times(15, 2);
  stage.smtp.slowMs = lateSeconds * 1_000;
  return `${await upsetMail(stage, 'slow', times(100, 4))}, by ${lateSeconds} s`;
}

async function missEvents(stage: Stage, seconds: number): Promise<string> {
  await sendEvents(stage, false);
  await setTimeout(seconds * 500);
  await passDays(stage, 8);
  await setTimeout(seconds * 500);
  await sendEvents(stage, true);
  return `none of Stripe's events sent for ${seconds} s and eight of its days, then the comparison`;
}
