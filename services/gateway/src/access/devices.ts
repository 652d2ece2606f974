/** Browsers by what they say of themselves; one that is built on another comes before it, since it names both. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\/|\bOpera\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** Systems in the same way: phones name the system that they are like, too. */
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const nameIn = (known: readonly (readonly [string, RegExp])[], header: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(header))?.[0];

/** How much of a header is looked at. */
const maxLength = 512;

/**
 * What a session is called by the User-Agent header that opened it, as people know their devices: 'Firefox on Android'. Only this is kept of the header.
 * Null when it names neither browser nor system.
 */
export const deviceOf = (userAgent: string | undefined): string | null => {
  const header = (userAgent ?? '').slice(0, maxLength);
  const [browser, system] = [nameIn(browsers, header), nameIn(systems, header)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
};
