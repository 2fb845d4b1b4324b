import type { DeliveryView } from 'contract/product-connections';
import type { LoginProduct } from 'contract/product-logins';
import { inWords, retention } from 'contract/retention';
import Inbox from 'lucide-react/icons/inbox';
import type { Tone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { useDeliveries, useResend } from './use-connections.ts';

const states: Record<DeliveryView['status'], [label: string, tone: Tone]> = {
  waiting: ['Waiting', 'warn'],
  delivered: ['Delivered', 'good'],
  failed: ['Given up', 'bad'],
};

const column = columnsOf<DeliveryView & { product: LoginProduct }>();

const columns = column.columns([
  column.accessor('type', {
    header: 'Event',
    meta: { width: 'w-44 xl:w-auto' },
    cell: ({ getValue, row: { original } }) => (
      <TwoLines first={getValue()} second={original.url} />
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { compact: 'end', width: 'w-32' },
    cell: ({ getValue }) => {
      const [label, tone] = states[getValue()];
      return (
        <Badge tone={tone} dot>
          {label}
        </Badge>
      );
    },
  }),
  column.display({
    id: 'answer',
    header: 'Answer',
    cell: ({ row: { original } }) => (
      <TwoLines first={answerOf(original)} second={triesOf(original)} />
    ),
  }),
  column.accessor('created_at', {
    header: 'Caused',
    meta: { width: 'w-40 xl:w-48', isNamed: true },
    cell: ({ getValue }) => <Timestamp value={getValue()} />,
  }),
  column.display({
    id: 'resend',
    header: 'Send again',
    meta: { compact: 'below', width: 'w-36' },
    cell: ({ row: { original } }) => <ResendButton delivery={original} />,
  }),
]);

function answerOf({ attempts, answer_status, answer }: DeliveryView): string {
  if (attempts === 0 || (answer_status === null && answer === null)) return 'Not sent yet';
  return [answer_status, answer].filter((part) => part !== null && part !== '').join(' ');
}

function triesOf({ attempts, answer_status, milliseconds }: DeliveryView): string {
  if (attempts === 0) return 'Waits to be sent';
  const tries = attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
  const isAnswered = answer_status !== null && milliseconds !== null;
  return isAnswered ? `${tries}, answered in ${milliseconds} ms` : tries;
}

function ResendButton({ delivery }: { delivery: DeliveryView & { product: LoginProduct } }) {
  const { mutate, isPending } = useResend(delivery.product);
  return (
    <Button
      tone="secondary"
      size="small"
      loading={isPending}
      aria-label={`Send again: ${delivery.type}, ${delivery.url}`}
      onClick={() => mutate(delivery.id)}
    >
      Send again
    </Button>
  );
}

/** What a product was told last, and what came of it. */
export function DeliveriesCard({ product }: { product: LoginProduct }) {
  const list = useDeliveries(product);
  const rows = (list.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .map((delivery) => ({ ...delivery, product }));
  return (
    <SectionCard title="Deliveries">
      <QueryStates query={list} rows={3} />
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          isSmall
          icon={Inbox}
          title="Nothing was sent yet"
          text={`What an endpoint is told is listed here for ${inWords(retention.deliveryRecords)}.`}
        />
      )}
      {rows.length > 0 && (
        <DataTable caption="Deliveries" columns={columns} rows={rows} rowId={({ id }) => id} />
      )}
      {list.hasNextPage && (
        <div className="border-t border-line px-5 py-3 sm:px-6">
          <Button
            tone="secondary"
            size="small"
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
