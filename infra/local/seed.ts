import { existsSync, writeFileSync } from 'node:fs';
import type { System } from './bring-up.ts';
import { say, secondsSince } from './progress.mjs';

/** Marks this data folder, so that no later start seeds the sample community. */
export const preventSeeding = (system: System): void =>
  writeFileSync(system.files.seeded, `${new Date().toISOString()} without the sample community\n`);

/** Pays XP of anonymous posts without delay while the seed runs. */
export const seedOnce = async (system: System): Promise<void> => {
  if (existsSync(system.files.seeded)) return;
  const from = Date.now();
  say(`First start: ${system.url} answers already, while the community moves in …`);
  const interval = system.environmentOf('gamification').ANONYMOUS_XP_POOL_SECONDS;
  if (interval !== '0') await system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: '0' });
  // The import is here, because the start has to build the libraries of the seed first.
  const { seed } = await import('../seed/seed.ts');
  await seed(system).catch((error: Error) => {
    throw new Error(
      `The seed failed: ${error.message} npm start goes on where it ended; npm start -- --reset begins anew.`,
    );
  });
  writeFileSync(system.files.seeded, `${new Date().toISOString()}\n`);
  if (interval !== '0') await system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: interval });
  say(`The community has moved in (${secondsSince(from)}).`);
};
