/** An escape of JSON, which is left whole, or an e-mail; a path of a package holds none. */
const escapeOrEmail =
  /(\\(?:u[0-9a-f]{4}|.))|[^\s"\\/<>()[\]:;,=@]{1,254}@[^\s"\\/<>()[\]:;,=@]{1,254}/gi;

/** A text of JSON with every e-mail in it made unreadable. It stays JSON. */
export function withoutEmails(json: string): string {
  if (!json.includes('@')) return json;
  return json.replaceAll(escapeOrEmail, (_all, whole?: string) => whole ?? '[email]');
}
