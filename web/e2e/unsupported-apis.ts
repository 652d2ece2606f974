import { createRequire } from 'node:module';
import type { CompatData, Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data';
import packageJson from '../package.json' with { type: 'json' };

const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

const namesInData = { Safari: 'safari', iOS: 'safari_ios', Chrome: 'chrome', Firefox: 'firefox' } as const;
const oldest = packageJson.browserslist.map((each) => {
  const [name = '', version] = each.split(' >= ');
  return { browser: namesInData[name as keyof typeof namesInData], version: Number(version) };
});

const isThere = (one: SimpleSupportStatement, version: number): boolean =>
  typeof one.version_added === 'string' &&
  Number(one.version_added.replace('≤', '')) <= version &&
  // `version_removed` also ends partial support, such as that of `AbortSignal.timeout` in Chrome 103 to 124.
  !(Number(one.version_removed) <= version || one.flags || one.prefix || one.alternative_name);

const isIn = (support: SupportStatement | undefined, version: number): boolean =>
  // An API of unknown support counts as supported.
  support === undefined || [support].flat().some((one) => isThere(one, version));

const isNewer = (found: Identifier): boolean => {
  const support = found.__compat?.support;
  return support !== undefined && oldest.some(({ browser, version }) => !isIn(support[browser], version));
};

/** Globals and members, such as `AbortSignal.any`, that one of the oldest supported browsers lacks. */
export const unsupportedApis: readonly string[] = [api, javascript.builtins ?? {}].flatMap((area) =>
  Object.entries(area).flatMap(([owner, found]) => {
    if (isNewer(found as Identifier)) return [owner];
    return Object.entries(found as Identifier)
      .filter(
        ([name, member]) => !/^__compat$|_event$|^@@/.test(name) && name !== owner && isNewer(member as Identifier),
      )
      .map(([name]) =>
        owner === 'Window'
          ? name
          : name.endsWith('_static')
            ? `${owner}.${name.slice(0, -7)}`
            : `${owner}.prototype.${name}`,
      );
  }),
);

/** Runs in the page before its own scripts. Deletes the given APIs, so that their use fails. */
export const deleteApis = (paths: readonly string[]): void => {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const owner = names.reduce<object | undefined>((found, name) => found && Reflect.get(found, name), window);
    if (owner) Reflect.deleteProperty(owner, last);
  }
};
