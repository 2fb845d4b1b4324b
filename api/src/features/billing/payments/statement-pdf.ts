import { brand } from 'contract/brand';
import { formatDate, formatLongDate, formatPounds } from 'contract/format';
import type { StatementView } from 'contract/payments';
import { type Mark, page, writePdf } from './pdf.ts';

const left = 56;
const rightEdge = page.width - left;
const columns = { date: left, service: left + 80, amount: rightEdge };
const rowHeight = 20;
const lastRow = page.height - 110;

/** A day as it stands in a query, as a long date. */
const longDay = (day: string) => formatLongDate(`${day}T12:00:00Z`);

/** A statement on paper: who paid whom, what, when, for which service. */
export function statementPdf(statement: StatementView): Buffer {
  const { from, to, payments, refunds, total } = statement;
  const pages: Mark[][] = [];
  let y = 0;
  const add = (...marks: Omit<Mark, 'y'>[]) => {
    pages.at(-1)?.push(...marks.map((mark) => ({ ...mark, y })));
    y += rowHeight;
  };
  const turn = () => {
    pages.push([{ x: left, y: page.height - 50, size: 8, text: `Page ${pages.length + 1}` }]);
    y = 70;
  };
  const head = () =>
    add(
      { x: columns.date, text: 'Date', bold: true },
      { x: columns.service, text: 'Service', bold: true },
      { x: columns.amount - 21, text: 'Paid', bold: true },
    );
  turn();
  for (const part of opening(statement)) add(part);
  y += rowHeight;
  head();
  const beginRow = () => {
    if (y <= lastRow) return;
    turn();
    head();
  };
  for (const { date, service, amount, credit, vat } of payments) {
    beginRow();
    add(
      { x: columns.date, text: formatDate(date) },
      {
        x: columns.service,
        text: vat > 0 ? `${service} (incl. ${formatPounds(vat)} VAT)` : service,
      },
      { x: columns.amount, text: formatPounds(amount), right: true },
    );
    // The VAT is that of the whole invoice.
    if (credit > 0) {
      const paid = `of ${formatPounds(amount + credit)}, paid with ${formatPounds(credit)} of credit`;
      add({ x: columns.service, text: paid });
    }
  }
  for (const { date, service, paid, amount } of refunds) {
    beginRow();
    add(
      { x: columns.date, text: formatDate(date) },
      { x: columns.service, text: refundOf({ service, paid }) },
      { x: columns.amount, text: formatPounds(-amount), right: true },
    );
  }
  y += rowHeight / 2;
  add(
    { x: columns.date, text: 'Paid in all, less what was refunded', bold: true },
    { x: columns.amount, text: formatPounds(total), right: true, bold: true },
  );
  return writePdf(`${brand.company}: payments from ${longDay(from)} to ${longDay(to)}`, pages);
}

const refundOf = ({ service, paid }: { service: string; paid: string }) =>
  `Refund: ${service} of ${formatDate(paid)}`;

function opening({ from, to, paid_to, paid_by }: StatementView): Omit<Mark, 'y'>[] {
  const lines = (title: string, all: string[]) => [
    { x: left, text: title, bold: true },
    ...all.map((text) => ({ x: left, text })),
  ];
  return [
    { x: left, text: 'Statement of payments', size: 20, bold: true },
    { x: left, text: `${longDay(from)} to ${longDay(to)}`, size: 12 },
    { x: left, text: '' },
    ...lines('Paid to', paid_to),
    { x: left, text: '' },
    ...lines('Paid by', [paid_by.name, paid_by.email]),
  ];
}
