/** The logins that `npm start` prints. */
export const logins = {
  admin: { email: 'admin@demo.test', firstName: 'Amara', lastName: 'Osei', role: 'admin' },
  user: { email: 'user@demo.test', firstName: 'Jonah', lastName: 'Reid', role: 'user' },
} as const;
