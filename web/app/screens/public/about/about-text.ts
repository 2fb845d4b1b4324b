import { brand } from 'contract/brand';
import { inWords, retention } from 'contract/retention';
import HeartHandshake from 'lucide-react/icons/heart-handshake';
import MessageCircle from 'lucide-react/icons/message-circle';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { IconCardText } from '../icon-card.tsx';

export const values: readonly IconCardText[] = [
  {
    icon: Stethoscope,
    title: 'Start from the clinic',
    text: 'A feature earns its place when it saves a clinician time in a normal week.',
  },
  {
    icon: ShieldCheck,
    title: 'Guard what is confidential',
    text: 'We ask for as little as we can, protect what we hold, and say what each piece is for.',
  },
  {
    icon: MessageCircle,
    title: 'Say it plainly',
    text: 'Prices, terms and limits are written to be understood, before you pay.',
  },
  {
    icon: HeartHandshake,
    title: 'Let people leave freely',
    text: 'Cancelling takes as many clicks as subscribing. We would rather earn the next month.',
  },
];

export interface Offer {
  name: string;
  audience: string;
  text: string;
  href: string;
  label: string;
  /** Another site, opened in a new tab. */
  external: boolean;
}

const { portfolio, cataract } = brand.products;

/** What the company makes. */
export const offers: readonly Offer[] = [
  {
    name: portfolio.name,
    audience: 'For doctors on the portfolio pathway in ophthalmology',
    text: 'Tracks your progress, finds the gaps in your evidence, keeps deadlines in view, orders your documents and redacts them automatically.',
    href: portfolio.site,
    label: `Visit ${portfolio.name}`,
    external: true,
  },
  {
    name: cataract.name,
    audience: 'For cataract surgeons and their patients',
    text: 'Secure access by token that ends when it should, file sharing, AES-256 encryption, and an audit trail of who saw what.',
    href: cataract.site,
    label: `Visit ${cataract.name}`,
    external: true,
  },
  {
    name: brand.assistant.name,
    audience: 'For NHS clinicians with a project to finish',
    text: 'Presentations, audit reports, quality-improvement write-ups, scientific posters, portfolio organisation and custom projects.',
    href: '/services',
    label: 'See our services',
    external: false,
  },
];

/** How data is treated, each a fact of this site. */
export const dataFacts = [
  {
    title: 'Kept in the UK/EU',
    text: 'We store your account and subscription data in the United Kingdom or the EU.',
  },
  {
    title: 'No cookies, no tracking',
    text: 'No analytics, no advertising, no banner to click away.',
  },
  {
    title: 'Card details stay with Stripe',
    text: 'You type them on Stripe’s page. Our servers never see them.',
  },
  {
    title: 'Passwords we cannot read',
    text: `Stored as argon2id hashes. A log-in lasts ${inWords(retention.session)} and ends at once when you log out.`,
  },
] as const;
