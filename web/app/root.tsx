import { brand } from 'contract/brand';
import { type ReactNode, use } from 'react';
import { isRouteErrorResponse, Links, Meta, Scripts, useRouteError } from 'react-router';
import { App } from './app.tsx';
import './start/zod-settings.ts';
import { InlineScript } from './start/inline-script.tsx';
import { IsDocument } from './start/is-document.ts';
import { ScrollKeeper } from './start/scroll-keeper.tsx';
import { SharedLinks } from './start/shared-links.tsx';
import { Speculation } from './start/speculation.tsx';
import { buttonStyle } from './ui/button-style.ts';
import fontUrl from './ui/inter-basic.woff2?url';
import { MessagePage } from './ui/message-page.tsx';
import { LoadingOverlay } from './ui/overlay.tsx';
import './ui/app.css';

export const meta = () => [{ title: brand.company }];

export const links = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon-32.png', sizes: '32x32', type: 'image/png' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** The document around every page, whether React runs it or not. */
export function Layout({ children }: { children: ReactNode }) {
  const isDocument = use(IsDocument);
  return (
    // Who is signed in is marked here before React runs.
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b2b30" />
        <InlineScript name={isDocument ? 'public-page' : 'app-page'} />
        <Meta />
        <SharedLinks />
        <Links />
      </head>
      <body>
        {children}
        {isDocument ? (
          <Speculation />
        ) : (
          <>
            <ScrollKeeper />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default App;

/** What a page that is not prerendered shows until its code has arrived. */
export const HydrateFallback = LoadingOverlay;

/** A fault in our own code. The page says so plainly and offers a fresh start. */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main">
      <MessagePage
        title={missing ? 'Page not found' : 'Something went wrong'}
        error={error}
        text={
          missing
            ? 'The address may be mistyped, or the page has moved.'
            : `This is our fault, not yours. Please load the page again. If it keeps happening, write to ${brand.supportEmail}.`
        }
      >
        {!missing && (
          <button
            type="button"
            onClick={() => window.location.reload()}
            className={buttonStyle({ size: 'large' })}
          >
            Load the page again
          </button>
        )}
        <a href="/" className={buttonStyle({ tone: 'secondary', size: 'large' })}>
          Back to Home
        </a>
      </MessagePage>
    </main>
  );
}
