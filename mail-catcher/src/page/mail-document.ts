/** Sent with a mail's HTML: no script, no form, nothing fetched; links open beside the mailbox. */
export const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

// A content policy does not stop <link rel="preconnect">, nor a second <base>.
const HEAD_TAGS = /<(?=(?:link|meta|base)[\s/>])/gi;

/** A mail's HTML as a document of its own, to be answered with MAIL_POLICY and shown in a frame. */
export const mailDocument = (html: string): string =>
  `<!doctype html><base target="_blank">${html.replace(HEAD_TAGS, '<x-')}`;
