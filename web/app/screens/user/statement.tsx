import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { statementPeriods, todayInLondon } from '../../features/payments/statement-periods.ts';
import { StatementView } from '../../features/payments/statement-view.tsx';
import { useStatement, useStatementFile } from '../../features/payments/use-statement.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { BackLink } from '../../ui/signed-in/back-link.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { Select } from '../../ui/signed-in/select.tsx';

export const meta = () => pageMeta('Yearly Statement');

/** /user/payments/statement (product U360, U361) */
export default function Statement() {
  const [periods] = useState(() => statementPeriods(todayInLondon()));
  const [chosen, setChosen] = useState(0);
  const period = periods[chosen] as (typeof periods)[number];
  const statement = useStatement(period);
  const file = useStatementFile(period);
  return (
    <>
      <div className="space-y-5 print:hidden">
        <BackLink to="/user/payments">Payment History</BackLink>
        <PageHeader
          title="Yearly Statement"
          text="For tax relief, study leave or your finance office: what you paid, and for what."
          actions={
            <div className="flex flex-wrap gap-3">
              <Button
                reads
                tone="secondary"
                disabled={!statement.data || statement.isPlaceholderData}
                onClick={() => window.print()}
              >
                <Printer aria-hidden="true" className="size-4" />
                Print
              </Button>
              <Button
                reads
                tone="secondary"
                loading={file.isPending}
                disabled={!statement.data || statement.isPlaceholderData}
                onClick={() => file.mutate()}
              >
                {!file.isPending && <Download aria-hidden="true" className="size-4" />}
                Download PDF
              </Button>
            </div>
          }
        />
        <Select
          label="Period"
          className="max-w-md"
          options={periods.map(({ label }, at) => ({ value: String(at), label }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <Card className="overflow-clip print:border-0">
        {statement.data ? (
          <StatementView statement={statement.data} />
        ) : (
          <QueryStates query={statement} rows={4} height="h-30 sm:h-23" />
        )}
      </Card>
    </>
  );
}
