import type { LegalDocument } from 'contract/legal/document';
import { titles } from 'contract/legal/titles';
import { BlockView } from './block-view.tsx';

/** One document with its own short table of contents. */
export function DocumentView({ document: { id, summary, sections } }: Props) {
  const title = titles[id];
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="max-w-[42rem]">
      <h2 id={`${id}-title`} className="text-3xl font-semibold tracking-tight">
        {title}
      </h2>
      <p className="mt-3 text-lg text-ink-soft">{summary}</p>
      <ol
        aria-label={`Sections of the ${title}`}
        className="mt-6 columns-1 gap-8 rounded-card bg-paper-deep p-4 text-sm sm:columns-2 sm:p-5 print:hidden"
      >
        {sections.map((section, index) => (
          <li key={section.id} className="break-inside-avoid">
            <a
              href={`#${id}-${section.id}`}
              className="inline-flex min-h-8 items-baseline gap-2 py-1.5 rounded-sm text-teal-700 underline-offset-4 hover:underline"
            >
              <span className="w-5 shrink-0 text-right text-muted tabular-nums">{index + 1}.</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
      {sections.map((section, index) => (
        <section
          key={section.id}
          id={`${id}-${section.id}`}
          aria-labelledby={`${id}-${section.id}-title`}
          className="lay-out-late mt-10 print:mt-6"
        >
          <h3
            id={`${id}-${section.id}-title`}
            className="text-xl font-semibold tracking-tight print:break-after-avoid"
          >
            {index + 1}. {section.title}
          </h3>
          {section.blocks.map((block, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order.
            <BlockView key={position} block={block} />
          ))}
        </section>
      ))}
    </article>
  );
}

interface Props {
  document: LegalDocument;
}
