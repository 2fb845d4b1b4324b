import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { brand } from 'contract/brand';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { SessionProvider } from './features/session/session-context.tsx';
import { Button } from './ui/button.tsx';
import { MessagePage } from './ui/message-page.tsx';
import { Overlay } from './ui/overlay.tsx';
import { Toaster } from './ui/toaster.tsx';
import './ui/app.css';

export const meta = () => [{ title: brand.company }];

export const links = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b2b30" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <SessionProvider>
      <Outlet />
      <Toaster />
    </SessionProvider>
  );
}

/** What a page that is not prerendered shows until its code has arrived. */
export function HydrateFallback() {
  return <Overlay title="Loading" text="Please wait a moment" />;
}

/** A fault in our own code. The page says so plainly and offers a fresh start. */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <MessagePage
      title={missing ? 'Page not found' : 'Something went wrong'}
      text={
        missing
          ? 'The address may be mistyped, or the page has moved.'
          : `Please load the page again. If it keeps happening, write to ${brand.supportEmail}.`
      }
    >
      <Button onClick={() => window.location.assign(missing ? '/' : window.location.href)}>
        {missing ? 'Back to Home' : 'Load the page again'}
      </Button>
    </MessagePage>
  );
}
