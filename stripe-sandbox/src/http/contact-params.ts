import { invalid } from './errors.ts';
import { type Param, text } from './params.ts';

const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** An e-mail address that something could be sent to. */
export const email: Param<string> = {
  read(raw, name) {
    const value = text.read(raw, name);
    if (ADDRESS.test(value) && value.length <= 512) return value;
    throw invalid(`Invalid email address: ${value}`, name, 'email_invalid');
  },
};

/** An address of the web, with its scheme. */
export const url: Param<string> = {
  read(raw, name) {
    const value = text.read(raw, name);
    const { protocol, hostname } = URL.parse(value) ?? {};
    if (hostname && (protocol === 'http:' || protocol === 'https:')) return value;
    throw invalid('Not a valid URL', name, 'url_invalid');
  },
};
