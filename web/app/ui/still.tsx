import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type MouseEvent,
  useState,
} from 'react';
import { useNavigate } from 'react-router';

/** A part of a prerendered page that never changes: text, links, a drawing. Made by `still`. */
export interface StillPart {
  id: string;
  Part: ComponentType | LazyExoticComponent<ComponentType>;
  /** Whether the build is writing the page just now. */
  building: boolean;
}

/**
 * Names a part that never changes. `load` brings the module that exports it as `name`; `built` is
 * that module while the build writes the pages.
 */
export function still<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  built: Record<Name, ComponentType> | undefined,
): StillPart {
  const fetched = async (): Promise<{ default: ComponentType }> => ({
    default: (await load())[name],
  });
  const Part: StillPart['Part'] = built?.[name] ?? lazy(fetched);
  return { id: `still-${name}`, Part, building: built !== undefined };
}

/**
 * Shows a still part. On the page that the visitor came to it stands as the build wrote it, and
 * React leaves it alone without fetching its code. That code is fetched only when somebody comes
 * from another page of the site. Links within the site are followed without loading a page anew.
 */
export function Still({ of: { id, Part, building } }: { of: StillPart }) {
  const navigate = useNavigate();
  const [written] = useState(() => (building ? undefined : writtenInPage(id)));
  if (written === undefined) {
    return (
      <div id={id}>
        <Part />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click too.
    <div
      id={id}
      suppressHydrationWarning
      onClick={(event) => followLink(event, navigate)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what already stands in the page.
      dangerouslySetInnerHTML={{ __html: written }}
    />
  );
}

/** A plain click on a link to this site becomes a move of the router. */
function followLink(event: MouseEvent, navigate: (path: string) => void): void {
  const link = (event.target as Element).closest('a');
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || link.target || link.origin !== window.location.origin) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

/** The part as the build wrote it, on the first page only. */
function writtenInPage(id: string): string | undefined {
  const isFirstPage = !document.documentElement.hasAttribute('data-live');
  return isFirstPage ? document.getElementById(id)?.innerHTML : undefined;
}
