/** The rules of the form of a user, which are loaded once somebody is in it. */
export { createUserBody, editedUser } from 'contract/users';
