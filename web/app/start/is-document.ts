import { createContext } from 'react';

/** Whether the page that is being written is read, and React does not run it. */
export const IsDocument = createContext(false);
