const nowhere = '@deleted.invalid';

/** The address a deleted user is left with: every user has one, and no mail reaches this. */
export const deletedEmail = (id: string): string => `${id}${nowhere}`;

/** Whether an address is what a deleted user is left with, in whatever case. */
export const isDeletedEmail = (address: string): boolean => address.toLowerCase().endsWith(nowhere);
