import { type Block, isArranged } from 'contract/legal/document';
import type { Words } from 'contract/legal/words';
import { WordsView } from './words-view.tsx';

/** Draws a paragraph, a list or a table at a width that reads well. */
export function BlockView({ block }: { block: Block }) {
  if (!isArranged(block)) {
    return (
      <p className="mt-4 leading-relaxed text-ink-soft">
        <WordsView text={block} />
      </p>
    );
  }
  if ('list' in block) {
    return (
      <ul className="mt-4 list-disc space-y-2.5 pl-5 leading-relaxed text-ink-soft marker:text-teal-600">
        {block.list.map((item, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order.
          <li key={position} className="pl-1">
            <WordsView text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return <TextTable {...block} />;
}

interface TableProps {
  head: readonly string[];
  rows: readonly (readonly Words[])[];
}

/** A table that becomes one card for each row where the screen is narrow. */
function TextTable({ head, rows }: TableProps) {
  return (
    <div className="mt-5 overflow-hidden rounded-card border border-line bg-white text-sm">
      <table className="w-full text-left max-sm:block">
        <thead className="bg-paper-deep max-sm:sr-only">
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className="px-4 py-3 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order.
            <tr key={row} className="align-top max-sm:block max-sm:p-4 print:break-inside-avoid">
              {cells.map((cell, column) => (
                <td
                  key={head[column]}
                  className="text-ink-soft wrap-break-word first:font-medium first:text-ink max-sm:block max-sm:not-first:mt-2 sm:px-4 sm:py-3"
                >
                  <span
                    aria-hidden="true"
                    className="block text-xs font-normal text-muted sm:hidden"
                  >
                    {head[column]}
                  </span>
                  <WordsView text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
