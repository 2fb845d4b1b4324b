import { z } from 'zod';
import { legalNotice } from './agreements.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  firstName,
  keptFirstName,
  keptLastName,
  lastName,
  loginPassword,
  newPassword,
} from './rules.ts';
import { text } from './text.ts';

export const role = z.enum(['admin', 'user']);
export type Role = z.infer<typeof role>;

/** The signed-in user as the session carries it (product C4). */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role,
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  hasActiveSubscription: z.boolean(),
  /** There for an admin alone who has to set up a second factor first. */
  second_factor_needed: z.literal(true).optional(),
  /** Whether the e-mail is known to be the user's. */
  email_verified: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const registerBody = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  password: newPassword,
  /** Accepted because clients send it; sign-up always makes a user. */
  role: text(100).optional(),
});

export const loginBody = z.object({
  email,
  password: loginPassword,
  /** The mark that the last sign-in from this device was answered with. */
  device: text(4_000).optional(),
});

export const register = endpoint({
  method: 'POST',
  path: '/register',
  access: 'anyone',
  summary: 'Create an account',
  body: registerBody,
  answer: z.object({}),
});

/** What opens the site: the session's token and user, and the mark of the device. */
export const signedIn = z.object({ token: z.string(), user: sessionUser, device: z.string() });
export type SignedInAnswer = z.infer<typeof signedIn>;

/** What takes the second step of a login. */
export const factorMethod = z.enum(['totp', 'passkey', 'recovery_code']);
export type FactorMethod = z.infer<typeof factorMethod>;

/** What somebody who has a second factor is answered in place of a session: how to go on. */
export const halfSignedIn = z.object({
  second_factor: z.object({ token: z.string(), methods: z.array(factorMethod) }),
});
export type HalfSignedIn = z.infer<typeof halfSignedIn>;

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'anyone',
  summary: 'Log in; with a second factor in two steps',
  body: loginBody,
  answer: z.object({ data: z.union([signedIn, halfSignedIn]) }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'End this session',
  answer: z.object({}),
});

export const requestResetBody = z.object({ email });

export const updatePasswordBody = z.object({
  /** The reset page hands on the `resetKey` of its address. */
  resetToken: text(200, 'Invalid or missing reset token').min(1, 'Invalid or missing reset token'),
  newPassword,
  /** As at the login: what was tried from there before is forgotten. */
  device: text(4_000).optional(),
});

/** Sends a link to reset the password; the answer is the same whether or not the account exists. */
export const requestReset = endpoint({
  method: 'POST',
  path: '/reset-password',
  access: 'anyone',
  summary: 'Ask for a link to reset the password',
  body: requestResetBody,
  answer: z.object({}),
});

export const updatePassword = endpoint({
  method: 'POST',
  path: '/update-password',
  access: 'anyone',
  summary: 'Set a new password with the key of a reset link',
  body: updatePasswordBody,
  /** The mark of a device that was known: those from before the new password are worthless. */
  answer: z.object({ data: z.object({ device: z.string() }).optional() }),
});

export const changePasswordBody = z.strictObject({
  currentPassword: loginPassword,
  newPassword,
  /** As at the login. */
  device: text(4_000).optional(),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/password',
  access: 'signed-in',
  proof: 'carried',
  summary: 'Change your password',
  body: changePasswordBody,
  /** The mark of the device: those from before the new password are worthless. */
  answer: z.object({ data: z.object({ device: z.string() }) }),
});

export const changeNameBody = z.strictObject({
  first_name: keptFirstName,
  last_name: keptLastName,
});

export const changeName = endpoint({
  method: 'PUT',
  path: '/user/name',
  access: 'signed-in',
  summary: 'Change your name',
  body: changeNameBody,
  answer: z.object({}),
});

/** The session as the server sees it now: who, which role, whether a subscription is held. */
export const me = endpoint({
  method: 'GET',
  path: '/user',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'The signed-in user, and what they are to be told of',
  answer: z.object({ data: sessionUser, notices: z.array(legalNotice) }),
});
