import type { RouteConfigEntry } from '@react-router/dev/routes';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from '../app.tsx';
import routes from '../routes.ts';

const screens = import.meta.glob<{ default: ComponentType }>('../screens/**/*.tsx');

/** The route of an entry of routes.ts; the public pages are documents, which show nothing here. */
function routeOf({ file, path, index, children }: RouteConfigEntry): RouteObject {
  const lazy = async () => ({ Component: (await screens[`../${file}`]?.())?.default });
  const loaded = file.endsWith('public/document.tsx') ? { element: null } : { lazy };
  return index ? { index, ...loaded } : { path, ...loaded, children: children?.map(routeOf) };
}

let close = () => {};

/** Opens an address of the site as the browser does, with whoever is signed in. */
export function open(address: string): void {
  close();
  window.history.pushState(null, '', address);
  const router = createBrowserRouter([
    { element: <App />, children: routes.map(routeOf), hydrateFallbackElement: <p>Loading</p> },
  ]);
  const { unmount } = render(<RouterProvider router={router} />);
  close = () => {
    unmount();
    router.dispose();
    close = () => {};
  };
}

/** Loads the page anew that is open. */
export function reload(): void {
  open(window.location.href);
}

/** Closes the page. */
export function closePage(): void {
  close();
}
