import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Starts Chromium: the one of CHROMIUM_BIN, an installed one, or the one from npm.
 * @throws {Error} with the reason when there is none; a suite without a browser has not passed.
 */
export async function launchBrowser() {
  const { executablePath, env } = (await named()) ?? installed() ?? (await fromNpm());
  return chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...env } });
}

async function named() {
  const executablePath = process.env.CHROMIUM_BIN;
  if (!executablePath) return null;
  if (!existsSync(executablePath)) throw new Error(`CHROMIUM_BIN names ${executablePath}, which does not exist`);
  return { executablePath, env: {} };
}

function installed() {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    for (const name of INSTALLED) {
      const executablePath = join(folder, name);
      if (folder && existsSync(executablePath)) return { executablePath, env: {} };
    }
  }
  return null;
}

/** The npm package brings the libraries that a bare machine lacks, but unpacks them in AWS Lambda only: done here by hand. */
async function fromNpm() {
  let packaged;
  try {
    packaged = (await import('@sparticuz/chromium')).default;
  } catch (error) {
    throw new Error(`No browser: set CHROMIUM_BIN, install chromium, or let npm install @sparticuz/chromium (${error.message})`);
  }
  let root = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  while (!existsSync(join(root, 'bin'))) root = dirname(root);
  const libraries = join(tmpdir(), 'hearsay-chromium-libraries');
  if (!existsSync(join(libraries, 'lib'))) {
    mkdirSync(libraries, { recursive: true });
    execFileSync('tar', ['-x', '-C', libraries], { input: brotliDecompressSync(readFileSync(join(root, 'bin', 'al2023.tar.br'))) });
  }
  return {
    executablePath: await packaged.executablePath(),
    env: { LD_LIBRARY_PATH: [join(libraries, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') },
  };
}
