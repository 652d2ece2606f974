import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from './bring-up.ts';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { settlingOf } from './settled.ts';

/** What the seed finds in its environment: NATS, the gateway, and where it asks whether everything has had its effects (`settlingOf`). */
export const seedEnvironment = (system: System): Record<string, string> => ({
  NATS_URL: system.natsUrl,
  GATEWAY_URL: system.url,
  SUBJECT_PREFIX: '',
  SETTLING: JSON.stringify(settlingOf(system)),
  LOGINS_FILE: system.files.logins,
});

/**
 * Fills a new system with its community, once. XP of anonymous posts is paid at once while the seed runs.
 * @param root the folder that holds infra/seed/seed.ts
 */
export const seedOnce = async (system: System, root: string): Promise<void> => {
  const script = join(root, 'infra/seed/seed.ts');
  if (existsSync(system.files.seeded) || !existsSync(script)) return;
  const from = Date.now();
  say(`First start: ${system.url} answers already, while the community moves in …`);
  const interval = system.environmentOf('gamification').ANONYMOUS_XP_POOL_SECONDS;
  if (interval !== '0') await system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: '0' });
  const code = await runCommand(process.execPath, [script], { cwd: root, env: seedEnvironment(system) });
  if (code !== 0)
    throw new Error(
      `The seed failed (exit code ${code}): see the lines above. npm start goes on where it ended; npm start -- --reset begins anew.`,
    );
  writeFileSync(system.files.seeded, `${new Date().toISOString()}\n`);
  if (interval !== '0') await system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: interval });
  say(`The community has moved in (${secondsSince(from)}).`);
};
