import { appendFileSync, readdirSync } from 'node:fs';
import { launchBrowser } from './browser.mjs';
import { Stage, tests } from './suite.mjs';

/**
 * Runs every *.e2e.mjs against BASE_URL. Arguments are parts of test names: only those run.
 * COUNT_FILE gets one line `{"passed":n,"failed":n,"skipped":n}`.
 */
const base = process.env.BASE_URL;
const wanted = process.argv.slice(2);
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.e2e.mjs'));
for (const file of files.sort()) await import(new URL(file, import.meta.url));

const chosen = tests().filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const failures = [];

async function runAll() {
  if (!base) throw new Error('BASE_URL says where the app is; it is not set');
  const browser = await launchBrowser();
  try {
    for (const { name, run } of chosen) await runOne(browser, name, run);
  } finally {
    await browser.close();
  }
}

async function runOne(browser, name, run) {
  const begun = performance.now();
  const stage = new Stage(browser, base);
  let failure = null;
  try {
    await run(stage);
  } catch (error) {
    failure = error;
  }
  try {
    await stage.close();
  } catch (error) {
    failure ??= error;
  }
  const took = `${Math.round(performance.now() - begun)} ms`;
  if (failure) failures.push(name);
  console.log(failure ? `✗ ${name} (${took})\n${failure.stack}\n` : `✓ ${name} (${took})`);
}

try {
  await runAll();
} catch (error) {
  // Without a browser or an address nothing was proven: everything counts as failed.
  console.error(`The browser tests could not run: ${error.message}`);
  for (const { name } of chosen) if (!failures.includes(name)) failures.push(name);
}

const counts = { passed: chosen.length - failures.length, failed: failures.length, skipped: 0 };
if (process.env.COUNT_FILE) appendFileSync(process.env.COUNT_FILE, `${JSON.stringify(counts)}\n`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failures.length > 0 || chosen.length === 0 ? 1 : 0;
