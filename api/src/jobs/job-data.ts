import { z } from 'zod';
import { type StoredJson, storedJson, UnreadableData } from '../db/stored-json.ts';
import { occasion } from '../emails/occasion.ts';

/** Every kind of job and what it carries. */
export const jobData = {
  'sync-customer': storedJson(z.object({ customerId: z.string(), eventId: z.string().optional() })),
  'forget-customer': storedJson(z.object({ customerId: z.string() })),
  'send-email': storedJson(z.object({ cause: z.string() })),
  /**
   * `requestId`: every try to send the mail carries the same Message-ID; `invited`: an admin made the
   * account, and its owner sets the first password.
   */
  'send-reset-link': storedJson(
    z.object({ email: z.string(), requestId: z.string(), invited: z.boolean() }),
    [({ asking, invited = false, ...rest }) => ({ ...rest, requestId: asking, invited })],
  ),
  /** `after`: the last account that has been told. */
  'tell-of-change': storedJson(z.object({ changeId: z.string(), after: z.string() })),
  remind: storedJson(z.object({})),
  /** Every try to send the mail carries the same Message-ID, by `requestId`. */
  'send-verification': storedJson(z.object({ userId: z.string(), requestId: z.string() })),
  'send-email-change': storedJson(z.object({ changeId: z.string(), requestId: z.string() })),
  'send-email-undo': storedJson(
    z.object({ changeId: z.string(), requestId: z.string(), isDone: z.boolean(), occasion }),
  ),
  'tell-stripe-who': storedJson(z.object({ userId: z.string() })),
  reconcile: storedJson(z.object({})),
  'forget-ended': storedJson(z.object({})),
  'keep-retention': storedJson(z.object({})),
  'copy-data': storedJson(z.object({ copyId: z.string() })),
};

export type JobName = keyof typeof jobData;
export type JobData = { [Name in JobName]: ReturnType<(typeof jobData)[Name]['read']> };

/** The data of a job as they were stored. Throws UnreadableData. */
export function readJob<Name extends JobName>(name: Name, data: unknown): JobData[Name] {
  if (!isJobName(name)) throw new UnreadableData(`This release has no job ${name}`);
  return jobData[name].read(data, `the job ${name}`) as JobData[Name];
}

/** What is stored of a job. */
export function writeJob<Name extends JobName>(name: Name, data: JobData[Name]): object {
  return (jobData[name] as StoredJson<JobData[Name]>).write(data);
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobData, name);
}
