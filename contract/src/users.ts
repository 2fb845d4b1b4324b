import { z } from 'zod';
import { role } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { pageCursors, pageQuery } from './page.ts';
import { email, firstName, keptFirstName, keptLastName, lastName } from './rules.ts';
import { idOf, search } from './text.ts';

/** Whose a row of an admin's list is. */
export const personView = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

export type PersonView = z.infer<typeof personView>;

/** A user as admins see it (product C49). */
export const userView = personView.extend({
  role,
  isActive: z.boolean(),
  created_at: z.iso.datetime(),
});
export type UserView = z.infer<typeof userView>;

export const userStats = z.object({
  total: z.number().int(),
  active: z.number().int(),
  inactive: z.number().int(),
  pending: z.number().int(),
  admins: z.number().int(),
});
export type UserStats = z.infer<typeof userStats>;

const userId = z.object({ id: idOf('This user does not exist') });

/** What the list of users can be filtered by. */
export const userFilters = z.object({
  search: search().optional(),
  isActive: z.enum(['true', 'false']).optional(),
  role: role.optional(),
  /** Only those with a subscription in this state. */
  holds: z.literal('trial').optional(),
  sortBy: z
    .enum(['name', 'first_name', 'last_name', 'email', 'role', 'created_at'])
    .default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All users',
  query: userFilters.extend(pageQuery),
  answer: z.object({
    data: z.object({
      users: z.array(userView),
      stats: userStats,
      count: z.number().int(),
      ...pageCursors,
    }),
  }),
});

/** With a deactivation: subscriptions end now, not with their period. */
const end_subscriptions = z.boolean('end_subscriptions must be true or false').optional();
const endsWithDeactivation = (body: { isActive?: boolean; end_subscriptions?: boolean }) =>
  !body.end_subscriptions || body.isActive === false;
const endsOnlyThen = 'Subscriptions are ended only with a deactivation';

export const setUserStatus = endpoint({
  method: 'PUT',
  path: '/admin/users/{id}/status',
  access: 'admin',
  proof: 'recent',
  summary: 'Activate or deactivate a user',
  params: userId,
  body: z
    .strictObject({ isActive: z.boolean('isActive must be true or false'), end_subscriptions })
    .refine(endsWithDeactivation, endsOnlyThen),
  answer: z.object({}),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/admin/users/{id}',
  access: 'admin',
  summary: 'One user',
  params: userId,
  answer: z.object({ data: userView }),
});

/** Creates an account; its owner sets the password with a link that is sent by mail. */
export const createUserBody = z.strictObject({
  first_name: firstName,
  last_name: lastName,
  email,
  role: role.default('user'),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/admin/users',
  access: 'admin',
  proof: 'recent',
  summary: 'Create a user, who is sent a link to set the password',
  body: createUserBody,
  answer: z.object({ data: userView }),
});

/** What the form of a user who is there sends: a name that stays need not be one that is new. */
export const editedUser = createUserBody.extend({
  first_name: keptFirstName,
  last_name: keptLastName,
});

/** `{role}` alone changes the role; what is left out stays. */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/{id}',
  access: 'admin',
  proof: 'recent',
  summary: "Change a user's role or details",
  params: userId,
  body: z
    .strictObject({
      first_name: keptFirstName.optional(),
      last_name: keptLastName.optional(),
      email: email.optional(),
      role: z.enum(role.options, 'Choose admin or user').optional(),
      isActive: z.boolean('isActive must be true or false').optional(),
      end_subscriptions,
    })
    .refine(endsWithDeactivation, endsOnlyThen)
    .refine((body) => Object.keys(body).length > 0, 'There is nothing to change'),
  answer: z.object({ data: userView }),
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/{id}',
  access: 'admin',
  proof: 'recent',
  summary: 'Delete a user; what was paid stays on record without a name',
  params: userId,
  answer: z.object({}),
});

export const allowTrial = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/trial',
  access: 'admin',
  summary: 'Allow a user one more free trial',
  params: userId,
  answer: z.object({}),
});

/** One thing that happened, the rule that says what it means for access, and what came of it. */
export const timelineEntry = z.object({
  at: z.iso.datetime(),
  event: z.string(),
  rule: z.string(),
  result: z.string(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
