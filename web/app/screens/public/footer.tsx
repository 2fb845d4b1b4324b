import { brand } from 'contract/brand';
import { Mail } from 'lucide-react';
import { Logo } from '../../ui/logo.tsx';

/** The end of every public page, with the way to reach support. */
export function PublicFooter() {
  return (
    <footer className="bg-ink text-white">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-10 gap-y-6 px-4 py-10 sm:px-6">
        <div>
          <Logo />
          <p className="mt-3 max-w-sm text-sm text-teal-100">
            {brand.products.portfolio.name} and {brand.products.cataract.name}: software for
            clinicians, made in the United Kingdom.
          </p>
        </div>
        <div className="text-sm">
          <h2 className="font-semibold">Contact Support</h2>
          <a
            href={`mailto:${brand.supportEmail}`}
            className="focus-on-dark mt-2 inline-flex min-h-9 items-center gap-2 rounded text-teal-100 underline underline-offset-4 wrap-anywhere hover:text-white"
          >
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            {brand.supportEmail}
          </a>
        </div>
      </div>
    </footer>
  );
}
