import { Outlet } from 'react-router';
import { SessionProvider } from './features/session/session-context.tsx';
import { PageFocus } from './start/page-focus.tsx';
import { useReactRuns } from './start/use-react-runs.ts';
import { LazyToaster } from './ui/lazy-toaster.tsx';

/** What stands around every page that React runs: who is here, the focus, and the toasts. */
export function App() {
  useReactRuns();
  return (
    <SessionProvider>
      <Outlet />
      <PageFocus />
      <LazyToaster />
    </SessionProvider>
  );
}
