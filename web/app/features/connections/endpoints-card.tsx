import type { ProductEndpointView } from 'contract/product-connections';
import type { LoginProduct } from 'contract/product-logins';
import Send from 'lucide-react/icons/send';
import { type FormEvent, useState } from 'react';
import { formatMoment } from '../../lib/format-figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { ConfirmedButton } from './confirmed-button.tsx';
import { ResendSinceButton } from './resend-since-button.tsx';
import { ShownOnce } from './shown-once.tsx';
import {
  useAddEndpoint,
  useEnable,
  useEndpoints,
  useRemoveEndpoint,
  useRotate,
  useTest,
} from './use-connections.ts';

/** The addresses at which a product is told, with what can be done to each. */
export function EndpointsCard({ product }: { product: LoginProduct }) {
  const endpoints = useEndpoints(product);
  const add = useAddEndpoint(product);
  const [secret, setSecret] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    add.mutate(String(new FormData(form).get('url')), {
      onSuccess: ({ data }) => {
        form.reset();
        setSecret(data.secret);
      },
    });
  };
  const rows = endpoints.data?.data ?? [];
  return (
    <SectionCard title="Endpoints">
      <QueryStates query={endpoints} rows={1} />
      {secret && <ShownOnce what="secret" value={secret} onDone={() => setSecret(undefined)} />}
      {endpoints.isSuccess && rows.length === 0 && (
        <EmptyState
          isSmall
          icon={Send}
          title="Nobody is told yet"
          text="Add the address at which the product takes webhooks."
        />
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((endpoint) => (
            <EndpointRow key={endpoint.id} {...{ product, endpoint }} onSecret={setSecret} />
          ))}
        </ul>
      )}
      <form
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-3 border-t border-line p-5 sm:flex-row sm:items-start sm:px-6"
      >
        <TextField
          label="Address of a new endpoint"
          name="url"
          type="url"
          autoComplete="off"
          placeholder="https://"
          error={add.error?.message}
          className="grow"
        />
        <Button type="submit" tone="secondary" loading={add.isPending} className="sm:mt-6.5">
          Add endpoint
        </Button>
      </form>
    </SectionCard>
  );
}

interface RowProps {
  product: LoginProduct;
  endpoint: ProductEndpointView;
  onSecret: (secret: string) => void;
}

function EndpointRow({ product, endpoint, onSecret }: RowProps) {
  const { id, url } = endpoint;
  const test = useTest(product);
  const enable = useEnable(product);
  const rotate = useRotate(product);
  const remove = useRemoveEndpoint(product);
  return (
    <li className="flex flex-col gap-3 px-5 py-4 sm:px-6 xl:flex-row xl:items-center">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium break-all">{url}</span>
          <EndpointBadge endpoint={endpoint} />
        </div>
        <p className="mt-1 text-sm text-muted">{stateOf(endpoint)}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {endpoint.disabled_at ? (
          <Button
            tone="secondary"
            size="small"
            loading={enable.isPending}
            aria-label={`Switch on: ${url}`}
            onClick={() => enable.mutate(id)}
          >
            Switch on
          </Button>
        ) : (
          <Button
            tone="secondary"
            size="small"
            loading={test.isPending}
            aria-label={`Send test: ${url}`}
            onClick={() => test.mutate(id)}
          >
            Send test
          </Button>
        )}
        <ResendSinceButton {...{ product, id, url }} />
        <ConfirmedButton
          label="New secret"
          of={url}
          title="Make a new secret?"
          tone="primary"
          loading={rotate.isPending}
          onConfirm={() => rotate.mutateAsync(id).then(({ data }) => onSecret(data.secret))}
        >
          <p>
            Both secrets sign for a day, so that nothing is lost. After that only the new one does.
          </p>
        </ConfirmedButton>
        <ConfirmedButton
          label="Remove"
          of={url}
          title="Remove this endpoint?"
          loading={remove.isPending}
          onConfirm={() => remove.mutateAsync(id)}
        >
          <p>Nothing more is sent there, and its deliveries are gone from the list.</p>
        </ConfirmedButton>
      </div>
    </li>
  );
}

function EndpointBadge({ endpoint }: { endpoint: ProductEndpointView }) {
  if (endpoint.disabled_at) {
    return (
      <Badge tone="bad" dot>
        Switched off
      </Badge>
    );
  }
  return endpoint.failing_since ? (
    <Badge tone="warn" dot>
      Failing
    </Badge>
  ) : (
    <Badge tone="good" dot>
      Active
    </Badge>
  );
}

/** How it goes, in a line. */
function stateOf({
  created_at,
  failing_since,
  disabled_at,
  waiting,
  ...rest
}: ProductEndpointView) {
  const since = failing_since
    ? `Nothing has arrived since ${formatMoment(failing_since)}`
    : `Added ${formatMoment(created_at)}`;
  const until = rest.previous_secret_until;
  const isTwo = until && Date.parse(until) > Date.now();
  return [
    since,
    ...(disabled_at ? [`switched off ${formatMoment(disabled_at)}`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(isTwo ? [`the secret before signs until ${formatMoment(until)}`] : []),
  ].join(' · ');
}
