import { expect, it } from 'vitest';
import { type JobName, jobData, readJob, writeJob } from './job-data.ts';

it('a reset link that an earlier release was asked for keeps its Message-ID', () => {
  const stored = { email: 'ada@hospital.test', asking: 'a' };
  expect(readJob('send-reset-link', stored)).toEqual({
    email: 'ada@hospital.test',
    requestId: 'a',
    invited: false,
  });
  expect(readJob('send-reset-link', { ...stored, invited: true }).invited).toBe(true);
});

it.each([
  'sync-customer',
  'forget-customer',
  'send-email',
  'send-reset-link',
  'copy-data',
] as const)('the job %s is not done with fields that are missing', (name) => {
  expect(() => readJob(name, {})).toThrow(`The data of the job ${name}, version 1, cannot be read`);
});

it.each(['reconcile', 'forget-ended', 'keep-retention'] as const)(
  'the job %s needs nothing',
  (name) => {
    expect(readJob(name, null)).toEqual({});
  },
);

it('a job of another release is named', () => {
  expect(() => readJob('send-fax' as JobName, {})).toThrow('This release has no job send-fax');
});

it('what is stored names its version', () => {
  const customer = { customerId: 'cus_1' };
  expect(writeJob('sync-customer', customer)).toEqual({ ...customer, version: 1 });
  for (const { read, write } of Object.values(jobData)) expect([read, write]).toBeDefined();
});
