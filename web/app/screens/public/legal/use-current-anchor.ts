import { useEffect, useState } from 'react';

/** Which of the given elements is being read: the last whose top has passed the upper third. */
export function useCurrentAnchor(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const key = ids.join(' ');

  useEffect(() => {
    const parts = key.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight / 3;
      setCurrent(parts.findLast((part) => part.getBoundingClientRect().top <= line)?.id);
    };
    // Tells only when a document crosses the line, so scrolling itself costs nothing.
    const observer = new IntersectionObserver(look, { rootMargin: '-33% 0px -66% 0px' });
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [key]);

  return current;
}
