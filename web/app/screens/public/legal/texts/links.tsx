import { brand } from 'contract/brand';
import { TextLink } from '../../../../ui/text-link.tsx';

export const supportLink = (
  <TextLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</TextLink>
);

export const phoneLink = (
  <TextLink href={brand.phone.href} className="whitespace-nowrap">
    {brand.phone.shown}
  </TextLink>
);

export const icoLink = (
  <TextLink href="https://ico.org.uk/make-a-complaint/" rel="noopener">
    ico.org.uk/make-a-complaint
  </TextLink>
);

export const stripeLink = (
  <TextLink href="https://stripe.com/gb/privacy" rel="noopener">
    stripe.com/gb/privacy
  </TextLink>
);

/** Links to another document of the page, under whichever address the page is open. */
export const privacyLink = <TextLink href="#privacy-policy">Privacy Policy</TextLink>;
export const cookieLink = <TextLink href="#cookie-policy">Cookie Policy</TextLink>;
export const acceptableUseLink = <TextLink href="#acceptable-use">Acceptable Use Policy</TextLink>;
