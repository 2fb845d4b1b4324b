import { brand } from 'contract/brand';
import { effectiveDate, lastChanged } from 'contract/legal/titles';
import { pageMeta } from '../../../lib/page-title.ts';
import { Contents } from './contents.tsx';
import { Documents } from './documents-view.tsx';

const { portfolio } = brand.products;

export const meta = () =>
  pageMeta(
    `${portfolio.name}: Privacy and Terms`,
    `Privacy Policy, Terms of Service, Cookie Policy and Acceptable Use Policy of ${portfolio.name} by ${brand.company}.`,
  );

/** /privacy, /privacy-policy and /terms: one page under three addresses (product P4, P5). */
export default function Legal() {
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16 print:p-0">
      <header className="max-w-3xl">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">
          <span className="mb-2 block text-sm tracking-normal text-teal-700">
            {portfolio.name}{' '}
          </span>
          Privacy and terms
        </h1>
        <p className="mt-5 text-lg text-ink-soft">
          Four documents in plain English. They also cover {brand.products.cataract.name},{' '}
          {brand.products.combined.name} and this website.
        </p>
        <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          <span>
            Effective date: <time dateTime={effectiveDate.iso}>{effectiveDate.shown}</time>
          </span>
          <span>
            Last changed: <time dateTime={lastChanged.iso}>{lastChanged.shown}</time>
          </span>
        </p>
      </header>
      <div className="mt-10 gap-16 lg:mt-14 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents />
        <Documents />
      </div>
    </div>
  );
}
