import { fileURLToPath } from 'node:url';
import { bypassProxyForLoopback, checkFolderName, onNode24 } from './bootstrap.mjs';

/**
 * The one door behind npm's scripts: `node infra/local/door.mjs PROGRAM [arguments]`. It needs no package and runs on Node 20; what it
 * leads to, `PROGRAM.ts` beside it, finds its packages installed and runs on a Node that reads TypeScript as it stands.
 * @typedef {(args: string[]) => Promise<number | undefined>} Program answers the exit code; none yet while a system goes on running
 */
const [name, ...args] = process.argv.slice(2);

try {
  checkFolderName();
  bypassProxyForLoopback();
  await onNode24(fileURLToPath(import.meta.url));
  /** @type {{ main: Program }} */
  const { main } = await import(`./${name}.ts`);
  const code = await main(args);
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Tools read the closing line of the tests, also where they could not begin.
  if (name === 'test') console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
