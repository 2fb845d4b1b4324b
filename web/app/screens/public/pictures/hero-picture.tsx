import { brand } from 'contract/brand';
import BellRing from 'lucide-react/icons/bell-ring';
import CircleCheck from 'lucide-react/icons/circle-check';
import KeyRound from 'lucide-react/icons/key-round';
import { Bar, Ring } from './parts.tsx';

/** One glance at both products: cards laid over each other. */
export function HeroPicture() {
  const { portfolio, cataract } = brand.products;
  return (
    <div
      role="img"
      aria-label={`An application in ${portfolio.name}, 68 per cent complete with a deadline in twelve days, and a file in ${cataract.name} that the patient has just opened.`}
      className="mx-auto w-full max-w-md text-sm text-ink select-none max-sm:hidden lg:max-w-none"
    >
      <div className="mr-8 rounded-card bg-white p-6 pb-8 shadow-pop">
        <p className="text-xs font-semibold text-teal-700">{portfolio.name}</p>
        <div className="mt-3 flex items-center gap-5">
          <Ring percent={68} className="size-24" />
          <div className="grow space-y-3">
            <p className="font-semibold">Two gaps left in Domain 3</p>
            <Bar filled="most" />
            <Bar filled="more" />
            <Bar filled="half" warm />
          </div>
        </div>
        <p className="mt-5 flex items-center gap-2.5 border-t border-line pt-4">
          <BellRing aria-hidden="true" className="size-4 text-apricot-700" />
          Logbook sign-off is due in 12 days
        </p>
      </div>
      <div className="relative -mt-3 ml-12 rounded-card border border-line bg-white p-6 shadow-pop">
        <p className="text-xs font-semibold text-teal-700">{cataract.name}</p>
        <p className="mt-3 flex items-center gap-3 rounded-control bg-ink px-4 py-3 font-semibold tracking-[0.16em] text-white">
          <KeyRound aria-hidden="true" className="size-4 text-apricot-300" />
          7F4K 92QX
        </p>
        <p className="mt-4 flex items-center gap-2.5">
          <CircleCheck aria-hidden="true" className="size-4 text-good" />
          Opened by the patient at 18:40
        </p>
      </div>
    </div>
  );
}
