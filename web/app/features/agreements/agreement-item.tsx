import type { AgreementView } from 'contract/agreements';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { formatLongDate } from '../../lib/format.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** One agreement: what, when, under which versions, and all that was said of it. */
export function AgreementItem({ agreement }: { agreement: AgreementView }) {
  const { agreed_at, terms_version, privacy_version, shown, start_at_once, confirmation } =
    agreement;
  return (
    <li className="space-y-2 px-5 py-4 text-sm sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-medium">{titleOf(agreement)}</h3>
        <p className="text-muted">
          <time dateTime={agreed_at}>{formatLongDate(agreed_at)}</time>
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        {terms_version && (
          <TextLink href={`/terms?version=${terms_version}`} target="_blank">
            The terms as they were
          </TextLink>
        )}
        {privacy_version && (
          <TextLink href={`/privacy?version=${privacy_version}`} target="_blank">
            The privacy policy as it was
          </TextLink>
        )}
      </p>
      {shown.length > 0 && (
        <Folded title="What you were told">
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
            {shown.map(({ name, text }) => (
              <div key={name} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
                <dt className="text-muted">{name}</dt>
                <dd className="text-ink-soft">{text}</dd>
              </div>
            ))}
            {start_at_once && (
              <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
                <dt className="text-muted">Your wish</dt>
                <dd className="text-ink-soft">To start at once</dd>
              </div>
            )}
          </dl>
        </Folded>
      )}
      {confirmation && (
        <Folded title="The confirmation we sent">
          <p className="font-medium">{confirmation.subject}</p>
          <p className="mt-2 max-w-3xl wrap-anywhere whitespace-pre-line text-ink-soft">
            {confirmation.text}
          </p>
        </Folded>
      )}
    </li>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group/part">
      <summary className="-mx-2 inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-control px-2 font-medium text-ink-soft hover:bg-paper [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open/part:rotate-180"
        />
        {title}
      </summary>
      <div className="mt-1 mb-2 rounded-control bg-paper p-4">{children}</div>
    </details>
  );
}

function titleOf({ kind, product_name, plan_name, terms_version }: AgreementView): string {
  if (kind === 'subscription') return product_name ? `${product_name}, ${plan_name}` : 'A plan';
  if (kind === 'account') return 'Your account';
  return terms_version ? 'Change of the Terms of Service' : 'Change of the Privacy Policy';
}
