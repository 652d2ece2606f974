/** Derived browsers come first, because their header also names the browser that they are built on. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\/|\bOpera\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** Phone systems come first, because their header also names a desktop system. */
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

const maxLength = 512;

/** For example 'Firefox on Android', or null for an unknown client. Identity stores only this, not the header. */
export const deviceName = (userAgent: string | undefined): string | null => {
  const header = (userAgent ?? '').slice(0, maxLength);
  const [browser, system] = [nameIn(browsers, header), nameIn(systems, header)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
};
