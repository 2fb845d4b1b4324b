import type { ProductKeyView } from 'contract/product-access';
import type { LoginProduct } from 'contract/product-logins';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { formatMoment } from '../../lib/format-figures.ts';
import { HttpError } from '../../lib/http-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { ConfirmedButton } from './confirmed-button.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useAddKey, useEndKey, useKeys } from './use-connections.ts';

/** The keys with which a product asks. */
export function KeysCard({ product }: { product: LoginProduct }) {
  const keys = useKeys(product);
  const add = useAddKey(product);
  const [key, setKey] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const day = String(given.get('day'));
    // To the end of that day in UTC: to be rotated before it.
    const expires_at = day ? `${day}T23:59:59Z` : null;
    add.mutate(
      { name: String(given.get('name')), expires_at },
      {
        onSuccess: ({ data }) => {
          form.reset();
          setKey(data.key);
        },
      },
    );
  };
  const fields = add.error instanceof HttpError ? add.error.fields : {};
  const isFields = Object.keys(fields).length > 0;
  const rows = keys.data?.data ?? [];
  return (
    <SectionCard title="Keys">
      <QueryStates query={keys} rows={1} />
      {key && <ShownOnce what="key" value={key} onDone={() => setKey(undefined)} />}
      {keys.isSuccess && rows.length === 0 && (
        <EmptyState
          isSmall
          icon={KeyRound}
          title="No key yet"
          text="With a key the product asks who may come in. Two may be live at once."
        />
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((one) => (
            <KeyRow key={one.id} product={product} row={one} />
          ))}
        </ul>
      )}
      <form noValidate onSubmit={submit} className="border-t border-line p-5 sm:px-6">
        <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
          <TextField
            label="Name of a new key"
            name="name"
            autoComplete="off"
            maxLength={100}
            error={fields.name}
            className="grow"
          />
          <TextField
            label="Last day (optional)"
            name="day"
            type="date"
            error={fields.expires_at}
            className="sm:w-48"
          />
          <Button type="submit" tone="secondary" loading={add.isPending} className="sm:mt-6.5">
            Make key
          </Button>
        </div>
        {add.error && !isFields && <FieldError text={add.error.message} />}
      </form>
    </SectionCard>
  );
}

function KeyRow({ product, row }: { product: LoginProduct; row: ProductKeyView }) {
  const end = useEndKey(product);
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= Date.now();
  const facts = [
    `Ends with ${row.ending}`,
    row.last_used_at ? `last used ${formatMoment(row.last_used_at)}` : 'never used',
    row.expires_at
      ? `${isOver ? 'ran out' : 'runs out'} ${formatMoment(row.expires_at)}`
      : 'runs until it is ended',
  ];
  return (
    <li className="flex flex-col gap-3 px-5 py-4 sm:flex-row sm:items-center sm:px-6">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{row.name}</span>
          <Badge tone={isOver ? 'neutral' : 'good'} dot>
            {isOver ? 'Over' : 'Live'}
          </Badge>
        </div>
        <p className="mt-1 text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      <ConfirmedButton
        label="End"
        of={row.name}
        title="End this key?"
        loading={end.isPending}
        onConfirm={() => end.mutateAsync(row.id)}
      >
        <p>Whoever asks with it is refused from now on.</p>
      </ConfirmedButton>
    </li>
  );
}
