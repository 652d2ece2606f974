import { whenToldToEnd } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';
import { endCommands, runCommand } from './run-command.ts';
import { seedOnce } from './seed.ts';
import { dropPostgresVariables } from './servers/processes.ts';
import { startSystem } from './system.ts';

const usage = `npm run tour              a picture of every screen and state, in .local/tour
npm run tour -- reveal    only of those whose name holds one of these words
npm run tour -- --engines eight screens in Chromium, Firefox and WebKitGTK, in .local/engines`;

export const main = async (args: string[]): Promise<number> => {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  dropPostgresVariables();
  say('Starting a system for the tour …');
  const system = await startSystem({ web: true });
  const interrupt = async () => {
    await endCommands();
    await system.stop();
    process.exit(130);
  };
  whenToldToEnd(interrupt);
  try {
    await seedOnce(system);
    const isEngines = args.includes('--engines');
    const words = args.filter((word) => !word.startsWith('--'));
    const playwright = [
      ...['node_modules/@playwright/test/cli.js', 'test', '-c', isEngines ? 'web/e2e/engines' : 'web/tour'],
      ...(words.length > 0 ? ['-g', words.join('|')] : []),
    ];
    const env = { BASE_URL: system.url, LOGINS_FILE: system.files.logins, ...(isEngines && { PICTURES: '1' }) };
    return await runCommand(process.execPath, ['--conditions=@hearsay/source', ...playwright], {
      cwd: repository,
      env,
    });
  } finally {
    await system.stop();
  }
};
