import { QueryClient } from '@tanstack/react-query';

/** The cache of what the server said. One for the page; emptied when the person changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A failure has a message and a 'Try again' button; a silent second try would only delay both.
    queries: { retry: false, staleTime: 10_000 },
    mutations: { retry: false },
  },
});
