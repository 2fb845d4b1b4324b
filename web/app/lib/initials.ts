/** 'AB' for Ada Byron; 'U' when there is no name (product G31). */
export function initials(firstName?: string, lastName?: string): string {
  return `${firstLetter(firstName)}${firstLetter(lastName)}`.toUpperCase() || 'U';
}

/** The first letter as it is seen: an emoji or an accent is never cut in half. */
function firstLetter(name = ''): string {
  const [first] = new Intl.Segmenter('en-GB').segment(name.trim());
  return first?.segment ?? '';
}
