import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
];
/** The headless shell is Chromium without windows. It needs a quarter less time for these tests. */
const installedNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The name is a variable, so that the type check does not need the package, which an old Node lacks. */
const optionalPackage: string = '@sparticuz/chromium';

interface PackagedChromium {
  executablePath(): Promise<string>;
}

interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** @throws {Error} when no Chromium is found, because a suite without a browser must not pass */
export const browserOptions = async (): Promise<LaunchOptions> => {
  const { executablePath, env } = named() ?? installed() ?? (await fromNpm());
  return { executablePath, args: flags, env: { ...(process.env as Record<string, string>), ...env } };
};

const named = (): Chromium | undefined => {
  const executablePath = process.env.CHROMIUM_BIN;
  if (!executablePath) return undefined;
  if (!existsSync(executablePath)) throw new Error(`CHROMIUM_BIN names ${executablePath}, which does not exist`);
  return { executablePath, env: {} };
};

const installed = (): Chromium | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const executablePath = folders
    .flatMap((folder) => installedNames.map((name) => join(folder, name)))
    .find((candidate) => existsSync(candidate));
  return executablePath === undefined ? undefined : { executablePath, env: {} };
};

/** The npm package brings libraries that a bare machine lacks, but unpacks them only in AWS Lambda. */
const fromNpm = async (): Promise<Chromium> => {
  const { default: packaged } = await import(optionalPackage).catch((error: Error): { default: PackagedChromium } => {
    throw new Error(
      `No browser: set CHROMIUM_BIN, install chromium, or let npm install ${optionalPackage} (${error.message})`,
    );
  });
  let root = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  while (!existsSync(join(root, 'bin'))) root = dirname(root);
  const user = process.getuid?.() ?? 'user';
  const libraries = join(tmpdir(), `hearsay-chromium-libraries-${user}`);
  if (!existsSync(libraries)) {
    // Unpacks into a temporary folder and renames it, so that a parallel run never finds half of the files.
    const draft = mkdtempSync(join(tmpdir(), 'hearsay-chromium-'));
    execFileSync('tar', ['-x', '-C', draft], {
      input: brotliDecompressSync(readFileSync(join(root, 'bin', 'al2023.tar.br'))),
    });
    mkdirSync(join(draft, 'lib'), { recursive: true });
    if (!existsSync(libraries)) renameSync(draft, libraries);
  }
  return {
    executablePath: await packaged.executablePath(),
    env: { LD_LIBRARY_PATH: [join(libraries, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter) },
  };
};
