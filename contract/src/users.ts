import { z } from 'zod';
import { role } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './page.ts';
import { text } from './text.ts';

/** A user as admins see it (spec section 3). */
export const userView = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
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

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All users',
  query: z.object({
    search: text(200).optional(),
    isActive: z.enum(['true', 'false']).optional(),
    role: role.optional(),
    sortBy: z.enum(['name', 'email', 'role', 'created_at']).default('created_at'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
    ...pageQuery,
  }),
  answer: z.object({
    data: z.object({ users: z.array(userView), stats: userStats, count: z.number().int() }),
  }),
});

export const setUserStatus = endpoint({
  method: 'PUT',
  path: '/admin/users/{id}/status',
  access: 'admin',
  summary: 'Activate or deactivate a user',
  params: z.object({ id: z.uuid('This user does not exist') }),
  body: z.strictObject({ isActive: z.boolean('isActive must be true or false') }),
  answer: z.object({}),
});
