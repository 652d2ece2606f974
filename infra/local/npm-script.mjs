import { fileURLToPath } from 'node:url';
import { bypassProxyForLoopback, checkFolderName, ensureNode24 } from './bootstrap.mjs';

/**
 * Entry point of npm's scripts: `node infra/local/npm-script.mjs PROGRAM [arguments]`. It runs on Node 20 without any
 * package. Then it installs packages and runs `PROGRAM.ts` of this folder on a Node that can run TypeScript.
 * @typedef {(args: string[]) => Promise<number | undefined>} Program returns the exit code, undefined while a system
 * keeps running
 */
const [name, ...args] = process.argv.slice(2);

try {
  checkFolderName();
  bypassProxyForLoopback();
  await ensureNode24(fileURLToPath(import.meta.url));
  /** @type {{ main: Program }} */
  const { main } = await import(`./${name}.ts`);
  const code = await main(args);
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Tools read the closing line, so it must be printed even if no test could begin.
  if (name === 'test') console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
