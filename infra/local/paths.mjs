import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

export const localHome = join(repository, '.local');

/** @param {string} home */
export const homeFiles = (home) => ({
  data: join(home, 'data'),
  logs: join(home, 'logs'),
  media: join(home, 'media'),
  secrets: join(home, 'secrets.json'),
  running: join(home, 'running.json'),
  environment: join(home, 'environment.json'),
  logins: join(home, 'logins.json'),
  seeded: join(home, 'seeded'),
});

/**
 * Refuses the folder of another user, because this user could not read all its files or end all its processes.
 * @param {string} home
 */
export const checkOwner = (home) => {
  const owner = statSync(home, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new Error(
    `${home} belongs to another user (id ${owner}, you are ${user}). Start as that user, or give the folder to yourself: chown -R ${user} ${home}`,
  );
};
