import { brand, particulars } from 'contract/brand';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { Logo } from '../../ui/logo.tsx';
import { sections } from './places.ts';

const { portfolio, cataract } = brand.products;

const groups = [
  {
    title: 'Product',
    links: [
      { name: 'Features', to: sections.features },
      { name: portfolio.name, to: sections.portfolio },
      { name: cataract.name, to: sections.cataract },
      { name: 'Pricing', to: sections.pricing },
    ],
  },
  {
    title: 'Company',
    links: [
      { name: 'About Us', to: '/about-us' },
      { name: brand.assistant.name, to: '/services' },
      { name: 'Contact Support', to: sections.contact },
    ],
  },
  {
    title: 'Legal',
    links: [
      { name: 'Privacy Policy', to: '/privacy' },
      { name: 'Terms of Service', to: '/privacy#terms-of-service' },
      { name: 'Cookie Policy', to: '/privacy#cookie-policy' },
      { name: 'Acceptable Use', to: '/privacy#acceptable-use' },
      { name: 'Accessibility', to: '/accessibility' },
    ],
  },
];

/** The end of a postcode is never on a line of its own. */
const [, street, postcode] = /^(.*) (\S+ \S+)$/.exec(brand.address) ?? [undefined, brand.address];

const linkStyle =
  'focus-on-dark inline-flex min-h-10 items-center gap-2.5 rounded text-teal-100 underline-offset-4 hover:text-white hover:underline';

/** The end of every public page: every way on, and how to reach support. */
export function PublicFooter() {
  return (
    <footer className="lay-out-late bg-ink-deep text-sm text-white">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-10 px-4 pt-14 sm:grid-cols-3 sm:gap-x-8 sm:px-6 lg:grid-cols-[1.2fr_1fr_1fr_1fr_1.5fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Logo />
          <p className="mt-4 max-w-xs text-teal-100">
            Software for clinicians, made in the United Kingdom.
          </p>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold">{title}</h2>
            <ul className="mt-2">
              {links.map(({ name, to }) => (
                <li key={name}>
                  <a href={to} className={linkStyle}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <section
          id="contact"
          aria-labelledby="contact-title"
          className="col-span-2 sm:col-span-3 lg:col-span-1"
        >
          <h2 id="contact-title" className="font-semibold">
            Contact
          </h2>
          <p className="mt-3 text-teal-100">A person answers, day and night.</p>
          <p>
            <a href={`mailto:${brand.supportEmail}`} className={`${linkStyle} wrap-anywhere`}>
              <Mail aria-hidden="true" className="size-4 shrink-0" />
              {brand.supportEmail}
            </a>
          </p>
          <p>
            <a href={brand.phone.href} className={linkStyle}>
              <Phone aria-hidden="true" className="size-4 shrink-0" />
              {brand.phone.shown}
            </a>
          </p>
          <address className="mt-2 text-teal-100 not-italic">
            {street} <span className="whitespace-nowrap">{postcode}</span>
          </address>
        </section>
      </div>
      {/* Room at the end, so that the chat button covers no words. */}
      <div className="mx-auto mt-12 flex max-w-6xl flex-wrap gap-x-6 gap-y-1 px-4 pb-24 text-teal-100 sm:px-6">
        <p>© {brand.company}</p>
        {particulars().map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </footer>
  );
}
