import { type Block, isArranged, type LegalDocument } from './document.ts';
import { titles } from './titles.ts';
import { plain } from './words.ts';

/** A document as plain text, whole: to be attached to a mail, and to tell versions apart. */
export function textOf({ id, summary, sections }: LegalDocument): string {
  const parts = sections.map(({ title, blocks }, at) =>
    [`${at + 1}. ${title}`, ...blocks.map(blockText)].join('\n\n'),
  );
  return `${[titles[id].toUpperCase(), summary, ...parts].join('\n\n')}\n`;
}

function blockText(block: Block): string {
  if (!isArranged(block)) return plain(block);
  if ('list' in block) return block.list.map((item) => `- ${plain(item)}`).join('\n');
  return block.rows
    .map((cells) => cells.map((cell, at) => `${block.head[at]}: ${plain(cell)}`).join('\n'))
    .join('\n\n');
}
