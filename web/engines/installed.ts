import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const engineNames = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** The first of these programs on the PATH. */
const program = (...names: string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

export const firefoxProgram = (): string | undefined => process.env.FIREFOX_BIN ?? program('firefox-esr', 'firefox');

/** The Python of the distribution, which has the bindings of its packages. */
export const systemPython = '/usr/bin/python3';
const findsWebKit = () => spawnSync(systemPython, ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']).status === 0;

/** The Debian packages that an engine's flows want and this machine lacks. */
export const missingPackages: Readonly<Record<EngineName, () => string[]>> = {
  firefox: () => (firefoxProgram() ? [] : ['firefox-esr']),
  webkit: () => [
    ...(program('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(program('xvfb-run') ? [] : ['xvfb']),
    ...(findsWebKit() ? [] : ['python3-gi', 'gir1.2-webkit2-4.1']),
  ],
};
