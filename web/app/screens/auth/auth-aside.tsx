import { brand } from 'contract/brand';
import Headset from 'lucide-react/icons/headset';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Users from 'lucide-react/icons/users';
import { FernFrond } from '../../ui/fern-frond.tsx';
import { Logo } from '../../ui/logo.tsx';

const facts = [
  { icon: Users, text: 'Trusted by 10,000+' },
  { icon: LockKeyhole, text: 'AES-256 encryption' },
  { icon: Headset, text: '24/7 support' },
];

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
      <ul className="relative flex flex-wrap gap-x-8 gap-y-3 text-sm text-teal-100">
        {facts.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-2">
            <Icon aria-hidden="true" className="size-4 text-apricot-300" />
            {text}
          </li>
        ))}
      </ul>
    </aside>
  );
}
