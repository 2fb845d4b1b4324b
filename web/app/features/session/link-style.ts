/** The style of a link within a form's text. */
export const textLinkStyle =
  'rounded-sm font-semibold text-teal-700 underline underline-offset-4 hover:text-teal-800';

/** The style of a link that stands by itself below a form, with room for a finger. */
export const linkStyle = `inline-block py-1 ${textLinkStyle}`;
