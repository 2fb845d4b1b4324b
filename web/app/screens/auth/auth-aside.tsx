import { brand } from 'contract/brand';
import { Claims } from '../../ui/claims.tsx';
import { FernFrond } from '../../ui/fern-frond.tsx';
import { Logo } from '../../ui/logo.tsx';

/** The panel beside the form on wide screens. */
export function AuthAside() {
  const { portfolio, cataract } = brand.products;
  return (
    <aside
      aria-label={`About ${brand.company}`}
      className="relative hidden overflow-hidden bg-ink text-white lg:flex lg:flex-col lg:justify-between lg:p-12"
    >
      <FernFrond lazy className="-right-40 -bottom-40 h-[44rem] opacity-25" />
      <Logo className="relative" />
      <div className="relative max-w-md">
        <p className="text-4xl leading-tight font-semibold tracking-tight text-balance">
          Evidence in order. Patients well informed.
        </p>
        <p className="mt-5 text-lg text-teal-100">
          {portfolio.name} for your portfolio pathway. {cataract.name} for your patients. One
          account for both.
        </p>
      </div>
      <Claims className="relative gap-x-8" />
    </aside>
  );
}
