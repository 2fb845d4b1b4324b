/** The look of a link below or within a form, with room for a finger. */
export const linkStyle =
  'inline-block rounded-sm py-1 font-semibold text-teal-700 underline underline-offset-4 hover:text-teal-800';
