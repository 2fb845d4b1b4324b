import { brand } from 'contract/brand';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { TextLink } from '../../../ui/text-link.tsx';
import { SectionTitle } from '../section-title.tsx';

const ways = [
  {
    icon: Mail,
    name: 'Email',
    value: <TextLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</TextLink>,
  },
  {
    icon: Phone,
    name: 'Phone',
    value: <TextLink href={brand.phone.href}>{brand.phone.shown}</TextLink>,
  },
  {
    icon: MessageCircle,
    name: 'Chat',
    value: (
      <TextLink href={brand.chatUrl} target="_blank" rel="noopener">
        Start a chat
        <span className="sr-only"> (opens in a new tab)</span>
      </TextLink>
    ),
  },
  { icon: MapPin, name: 'Address', value: brand.address },
];

/** Every way to reach the company. */
export function ContactSection() {
  return (
    <section aria-labelledby="reach-us-title" className="border-t border-line bg-paper-deep">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
        <SectionTitle
          id="reach-us-title"
          title="Ways to reach us"
          text="Support is there 24/7. A person reads every message."
        />
        <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-[5fr_3fr_3fr_5fr]">
          {ways.map(({ icon: Icon, name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="flex items-center gap-3 text-sm font-semibold">
                <Icon aria-hidden="true" className="size-5 shrink-0 text-teal-600" />
                {name}
              </dt>
              <dd className="mt-1 pl-8 text-ink-soft">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
