import { titles } from 'contract/legal/titles';

/**
 * The table of contents: above the text on small screens, beside it and staying there on wide ones.
 * `followContents` marks in it what is being read.
 */
export function Contents() {
  return (
    <nav
      aria-labelledby="contents-title"
      data-contents
      className="self-start rounded-card border border-line bg-white p-4 lg:sticky lg:top-28 lg:border-0 lg:bg-transparent lg:p-0 print:hidden"
    >
      <h2 id="contents-title" className="px-3 text-sm font-semibold text-muted">
        Contents
      </h2>
      <ul className="mt-2 lg:border-l lg:border-line">
        {Object.entries(titles).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-control px-3 font-medium text-teal-700 hover:bg-teal-50 lg:-ml-px lg:min-h-10 lg:rounded-l-none lg:border-l-2 lg:border-transparent lg:text-sm lg:text-ink-soft lg:aria-[current]:border-teal-600 lg:aria-[current]:text-teal-700"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
