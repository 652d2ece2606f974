import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const engineNames = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

const folders = (process.env.PATH ?? '').split(delimiter);
const program = (name: string): string | undefined => folders.map((folder) => join(folder, name)).find(existsSync);

export const findFirefox = (): string | undefined =>
  process.env.FIREFOX_BIN ?? program('firefox-esr') ?? program('firefox');

/** The Python of the Linux distribution. Only this one finds the bindings that the distribution's packages install. */
export const systemPython = '/usr/bin/python3';
const findWebKit = ['-c', 'import gi; gi.require_version("WebKit2", "4.1")'];

/** By engine, the packages of the Linux distribution that this machine lacks. */
export const missingPackages: Readonly<Record<EngineName | 'chromium', () => string[]>> = {
  chromium: () => [],
  firefox: () => (findFirefox() ? [] : ['firefox-esr']),
  webkit: () => [
    ...(program('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(program('xvfb-run') ? [] : ['xvfb']),
    ...(spawnSync(systemPython, findWebKit).status === 0 ? [] : ['python3-gi', 'gir1.2-webkit2-4.1']),
  ],
};
