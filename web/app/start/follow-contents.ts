/** Marks, in a list of contents, the part that is being read: the last whose top has passed the upper third. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')];
  const parts = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  const markCurrent = () => {
    const line = innerHeight / 3;
    const current = parts.findLast((part) => part.getBoundingClientRect().top <= line);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  // Tells only when a part crosses the line, so scrolling itself costs nothing.
  const observer = new IntersectionObserver(markCurrent, { rootMargin: '-33% 0px -66% 0px' });
  for (const part of parts) observer.observe(part);
}
