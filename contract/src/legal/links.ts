import { brand } from '../brand.ts';
import type { Inline } from './words.ts';

const link = (href: string, text: string): Inline => ({ link: href, text });

export const supportLink = link(`mailto:${brand.supportEmail}`, brand.supportEmail);
export const phoneLink = link(brand.phone.href, brand.phone.shown);
export const icoLink = link('https://ico.org.uk/make-a-complaint/', 'ico.org.uk/make-a-complaint');
export const stripeLink = link('https://stripe.com/gb/privacy', 'stripe.com/gb/privacy');

/** Links to another document of the page, under whichever address the page is open. */
export const privacyLink = link('#privacy-policy', 'Privacy Policy');
export const cookieLink = link('#cookie-policy', 'Cookie Policy');
export const acceptableUseLink = link('#acceptable-use', 'Acceptable Use Policy');
