import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idOf } from './text.ts';

/** A session as its user sees it, and an admin. */
const sessionView = z.object({
  id: z.uuid(),
  /** Browser and system in words, such as 'Firefox on Windows'. */
  device: z.string(),
  /** Where it began, such as 'London, United Kingdom'; only where the operator has a database of places. */
  place: z.string().optional(),
  created_at: z.iso.datetime(),
  /** To some minutes. */
  last_used_at: z.iso.datetime(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

const sessionId = idOf('This session does not exist');
const userId = idOf('This user does not exist');
const sessions = z.object({ data: z.array(sessionView) });

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'signed-in',
  summary: 'Where you are logged in, the last used first',
  answer: sessions,
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/{id}',
  access: 'signed-in',
  proof: 'recent',
  summary: 'End one of your sessions',
  params: z.object({ id: sessionId }),
  answer: z.object({}),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'signed-in',
  proof: 'recent',
  summary: 'End all of your sessions but this one',
  answer: z.object({}),
});

export const adminListSessions = endpoint({
  method: 'GET',
  path: '/admin/users/{id}/sessions',
  access: 'admin',
  summary: 'Where a user is logged in',
  params: z.object({ id: userId }),
  answer: sessions,
});

export const adminEndSession = endpoint({
  method: 'DELETE',
  path: '/admin/users/{id}/sessions/{session}',
  access: 'admin',
  summary: 'End a session of a user',
  params: z.object({ id: userId, session: sessionId }),
  answer: z.object({}),
});

export const adminEndSessions = endpoint({
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  access: 'admin',
  summary: 'End all sessions of a user',
  params: z.object({ id: userId }),
  answer: z.object({}),
});
