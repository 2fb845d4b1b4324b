/** Everything about users in the cache begins with this. */
export const usersKey = ['users'];
