import { brand } from 'contract/brand';
import { pageMeta } from '../../../lib/page-title.ts';
import { BlockView } from '../legal/block-view.tsx';
import { reviewed, statement } from './accessibility-text.ts';

export const meta = () =>
  pageMeta(
    'Accessibility',
    `Which standard the website of ${brand.company} meets, how that is tested, what does not meet it yet, and how to complain.`,
  );

/** /accessibility (product P356) */
export default function Accessibility() {
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-12 sm:px-6 sm:py-16 print:p-0">
      <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">Accessibility</h1>
      <p className="mt-5 text-lg text-ink-soft">
        Everybody should be able to use what we make. Here is how far that holds today.
      </p>
      <p className="mt-3 text-sm text-muted">
        Last gone over: <time dateTime={reviewed.iso}>{reviewed.shown}</time>
      </p>
      {statement.map(({ id, title, blocks }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-10">
          <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
            {title}
          </h2>
          {blocks.map((block, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order.
            <BlockView key={position} block={block} />
          ))}
        </section>
      ))}
    </div>
  );
}
