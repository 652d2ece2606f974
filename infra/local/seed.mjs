import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { databaseServices } from './service-list.mjs';

/** What the seed finds in its environment: the servers, the gateway, the keys, and each service's database as `CONTENT_DATABASE_URL` and so on. */
export const seedEnvironment = (system) => ({
  NATS_URL: system.natsUrl,
  REDIS_URL: system.redisUrl,
  GATEWAY_URL: system.url,
  SUBJECT_PREFIX: '',
  IDEMPOTENCY_SECRET: system.secrets.idempotency,
  SYSTEM_ENVIRONMENT_FILE: system.files.environment,
  LOGINS_FILE: system.files.logins,
  ...Object.fromEntries(databaseServices.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, system.databaseUrls[service]])),
});

/**
 * Fills a new system with its community, once. XP of anonymous posts comes without delay while the seed runs.
 * @param {Awaited<ReturnType<typeof import('./bring-up.mjs').bringUp>>} system
 * @param {string} root the folder that holds infra/seed/seed.ts
 */
export const seedOnce = async (system, root) => {
  const script = join(root, 'infra/seed/seed.ts');
  if (existsSync(system.files.seeded) || !existsSync(script)) return;
  const from = Date.now();
  say('First start: the community moves in …');
  const known = 'gamification' in system.pids;
  const delay = system.environmentOf('gamification').ANONYMOUS_XP_MAX_DELAY_SECONDS;
  if (known && delay !== '0') await system.restartWith('gamification', { ANONYMOUS_XP_MAX_DELAY_SECONDS: '0' });
  const code = await runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: root,
    env: seedEnvironment(system),
  });
  if (code !== 0) throw new Error(`The seed failed (exit code ${code}): see the lines above. Begin anew with: npm start -- --reset`);
  writeFileSync(system.files.seeded, `${new Date().toISOString()}\n`);
  if (known && delay !== '0') await system.restartWith('gamification', { ANONYMOUS_XP_MAX_DELAY_SECONDS: delay });
  say(`The community has moved in (${secondsSince(from)}).`);
};
