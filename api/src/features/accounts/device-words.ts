/** Beyond it nothing that a browser says of itself is read. */
const longest = 400;

// Whoever is built on another one names that one, too: those come first.
const browsers: [sign: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system in words, such as 'Firefox on Windows', by what a browser says of itself; '' where
 * that names neither. Nothing more of it is kept.
 */
export function deviceWords(userAgent = ''): string {
  const said = userAgent.slice(0, longest);
  const nameIn = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(said))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(' on ');
}
