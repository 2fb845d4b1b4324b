import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Outlet } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { AuthAside } from './auth-aside.tsx';

/** The four account pages: the form beside a quiet panel about the company; no public header or footer. */
export default function AuthLayout() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <AuthAside />
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <header className="flex items-center justify-between gap-4">
          <Logo compact className="lg:invisible" />
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2 rounded-control text-sm font-semibold text-ink-soft hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Home
          </a>
        </header>
        {/* The heading stays where it is when errors appear below it, and on each of the four pages. */}
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-md py-10 lg:pt-[clamp(2.5rem,12dvh,9rem)]"
        >
          <Outlet />
        </main>
      </div>
    </div>
  );
}
