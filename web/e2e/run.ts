import { appendFileSync, readdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { Stage, tests } from './suite.ts';

/**
 * Runs every *.e2e.ts against BASE_URL. Arguments are parts of test names: only those run.
 * COUNT_FILE gets one line `{"passed":n,"failed":n,"skipped":n}`.
 */
const base = process.env.BASE_URL;
const wanted = process.argv.slice(2);
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.e2e.ts'));
for (const file of files.sort()) await import(new URL(file, import.meta.url).href);

const chosen = tests().filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const failures: string[] = [];

const reasonOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const runOne = async (stage: Stage, { name, run }: (typeof chosen)[number]): Promise<void> => {
  const begun = performance.now();
  const reasons: string[] = [];
  for (const act of [() => run(stage), () => stage.close()]) await act().catch((error: unknown) => reasons.push(reasonOf(error)));
  const took = `${Math.round(performance.now() - begun)} ms`;
  if (reasons.length > 0) failures.push(name);
  console.log(reasons.length > 0 ? `✗ ${name} (${took})\n${reasons.join('\n')}\n` : `✓ ${name} (${took})`);
};

const runAll = async (): Promise<void> => {
  if (!base) throw new Error('BASE_URL says where the app is; it is not set');
  const browser: Browser = await launchBrowser();
  try {
    for (const one of chosen) await runOne(new Stage(browser, base), one);
  } finally {
    await browser.close();
  }
};

try {
  await runAll();
} catch (error) {
  // Without a browser or an address nothing was proven: everything counts as failed.
  console.error(`The browser tests could not run: ${reasonOf(error)}`);
  for (const { name } of chosen) if (!failures.includes(name)) failures.push(name);
}

const counts = { passed: chosen.length - failures.length, failed: failures.length, skipped: 0 };
if (process.env.COUNT_FILE) appendFileSync(process.env.COUNT_FILE, `${JSON.stringify(counts)}\n`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failures.length > 0 || chosen.length === 0 ? 1 : 0;
