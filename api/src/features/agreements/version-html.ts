import { formatLongDate } from 'contract/format';
import { type Block, isArranged, type LegalDocument } from 'contract/legal/document';
import { titles } from 'contract/legal/titles';
import type { Inline, Words } from 'contract/legal/words';
import { promised } from 'contract/promised';
import { escapeHtml } from '../../emails/layout.ts';
import type { KeptText } from './kept-texts.ts';

/** A change that was announced and whose day, one of London's, is to come. */
interface Announced {
  version: string;
  inForceOn: string;
  announcedAt: Date;
  before: string | null;
}

/**
 * What stands in the page of a version; `isToday`: it is the one that is shown without asking. While
 * changes are announced it says for whom it holds, and from when or until when (product P355).
 */
export function versionHtml(kept: KeptText, isToday: boolean, announced: Announced[]): string {
  const { kind, version, firstUsedAt, documents } = kept;
  const address = kind === 'terms' ? '/terms' : '/privacy';
  const since = formatLongDate(firstUsedAt);
  const note = isToday
    ? `This is the version of today, first used on ${since}.${holds(version, announced)}`
    : `This is an earlier version, first used on ${since}.${holds(version, announced)} <a href="${address}">Read the version of today</a>`;
  const titleOf = ({ id }: LegalDocument) => titles[id] ?? id;
  return `<div class="kept-text"><header><h1>${documents.map(titleOf).map(escapeHtml).join(' and ')}</h1>
<p>${note}</p><p><small>Version ${escapeHtml(version)}</small></p></header>
${documents.map((one) => documentHtml(one, titleOf(one))).join('\n')}</div>`;
}

/** For whom a version holds from a day that is to come, or until one. */
function holds(version: string, announced: Announced[]): string {
  const dayOf = ({ inForceOn }: Announced) => formatLongDate(`${inForceOn}T12:00:00Z`);
  const those = ({ announcedAt }: Announced) =>
    `For accounts opened before ${formatLongDate(announcedAt)} it holds`;
  const change = announced.find((one) => one.version === version);
  if (change) {
    return ` ${those(change)} from ${dayOf(change)}, or from ${promised.changeNoticeDays} days after our email about it where that is later.`;
  }
  const [next] = announced;
  return next?.before === version ? ` ${those(next)} until ${dayOf(next)}.` : '';
}

function documentHtml({ id, summary, sections }: LegalDocument, title: string): string {
  const parts = sections.map(
    (section, at) =>
      `<section id="${escapeHtml(`${id}-${section.id}`)}"><h3>${at + 1}. ${escapeHtml(section.title)}</h3>
${section.blocks.map(blockHtml).join('\n')}</section>`,
  );
  return `<article id="${escapeHtml(id)}"><h2>${escapeHtml(title)}</h2><p>${escapeHtml(summary)}</p>
${parts.join('\n')}</article>`;
}

function blockHtml(block: Block): string {
  if (!isArranged(block)) return `<p>${wordsHtml(block)}</p>`;
  if ('list' in block) {
    return `<ul>${block.list.map((item) => `<li>${wordsHtml(item)}</li>`).join('')}</ul>`;
  }
  const head = block.head.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('');
  const rows = block.rows.map(
    (cells) => `<tr>${cells.map((cell) => `<td>${wordsHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function wordsHtml(text: Words): string {
  return typeof text === 'string' ? escapeHtml(text) : text.map(pieceHtml).join('');
}

function pieceHtml(piece: Inline): string {
  if (typeof piece === 'string') return escapeHtml(piece);
  if ('strong' in piece) return `<strong>${escapeHtml(piece.strong)}</strong>`;
  if ('code' in piece) return `<code>${escapeHtml(piece.code)}</code>`;
  return `<a href="${escapeHtml(piece.link)}">${escapeHtml(piece.text)}</a>`;
}
