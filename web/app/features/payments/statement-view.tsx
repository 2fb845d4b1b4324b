import type { StatementView as Statement } from 'contract/payments';
import { formatDate, formatLongDate, formatPounds } from '../../lib/format.ts';

const longDay = (day: string) => formatLongDate(`${day}T12:00:00Z`);

/** A statement as it is printed: who paid whom, when, what, for which service (product U361). */
export function StatementView({ statement }: { statement: Statement }) {
  const { from, to, paid_to, paid_by, payments, refunds, total } = statement;
  return (
    <div className="space-y-6 p-5 text-sm sm:p-7 print:p-0">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">Statement of payments</h2>
        <p className="text-muted">
          {longDay(from)} to {longDay(to)}
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Party title="Paid to" lines={paid_to} />
        <Party title="Paid by" lines={[paid_by.name, paid_by.email]} />
      </div>
      {payments.length + refunds.length === 0 ? (
        <p className="border-t border-line pt-5 text-muted">Nothing was paid in this time.</p>
      ) : (
        // On a phone the day stands above the service, so that both have room.
        <table className="w-full text-left">
          <caption className="sr-only">Payments</caption>
          <thead className="border-b border-line text-muted">
            <tr>
              <th scope="col" className="py-2 pr-3 font-medium max-sm:hidden">
                Date
              </th>
              <th scope="col" className="py-2 pr-3 font-medium">
                Service
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Paid
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {payments.map(({ id, date, service, amount, credit, vat }) => (
              <tr key={id} className="align-top print:break-inside-avoid">
                <td className="py-2.5 pr-3 whitespace-nowrap tabular-nums max-sm:block max-sm:pb-0">
                  {formatDate(date)}
                </td>
                <td className="py-2.5 pr-3 max-sm:block max-sm:pt-0">{service}</td>
                <td className="py-2.5 text-right tabular-nums">
                  {formatPounds(amount)}
                  {credit > 0 && (
                    <span className="block text-muted">+ {formatPounds(credit)} credit</span>
                  )}
                  {vat > 0 && (
                    <span className="block text-muted">incl. {formatPounds(vat)} VAT</span>
                  )}
                </td>
              </tr>
            ))}
            {refunds.map(({ paid, date, service, amount }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of one payment may be alike, and no row has a state.
              <tr key={position} className="align-top print:break-inside-avoid">
                <td className="py-2.5 pr-3 whitespace-nowrap tabular-nums max-sm:block max-sm:pb-0">
                  {formatDate(date)}
                </td>
                <td className="py-2.5 pr-3 max-sm:block max-sm:pt-0">
                  Refund: {service} of {formatDate(paid)}
                </td>
                <td className="py-2.5 text-right tabular-nums">{formatPounds(-amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-line-strong font-semibold">
            <tr>
              <td className="max-sm:hidden" />
              <td className="py-3 pr-3">Paid in all, less what was refunded</td>
              <td className="py-3 text-right tabular-nums">{formatPounds(total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </div>
  );
}

function Party({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div className="min-w-0">
      <h3 className="font-medium text-muted">{title}</h3>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}
