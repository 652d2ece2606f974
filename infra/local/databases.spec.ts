import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { migrateDatabases } from './databases.ts';
import { databaseServices, perService } from './service-list.ts';
import { removeTemporaryFolders, temporaryFolder } from './tests/temporary-folders.ts';

afterAll(removeTemporaryFolders);

const program = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.SEEN, process.env.DATABASE_ROLE + '\\n');
`;

it('migrates again only if a program or a migration has changed', async () => {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const service of databaseServices) {
    write(`services/${service}/package.json`, '{"type":"module"}');
    write(`services/${service}/dist/main.js`, program);
  }
  const seen = join(root, 'seen');
  const migrate = async () => {
    writeFileSync(seen, '');
    await migrateDatabases({
      root,
      stampFile: join(root, 'migrated.json'),
      databases: perService(databaseServices, (role) => ({ role, url: '', ownerUrl: '' })),
      always: false,
      environmentOf: () => ({ SEEN: seen }),
    });
    return readFileSync(seen, 'utf8').split('\n').filter(Boolean).sort();
  };
  const all = [...databaseServices].sort();
  expect(await migrate()).toEqual(all);
  expect(await migrate()).toEqual([]);
  write('services/content/migrations/0002-more.sql', 'select 1;');
  expect(await migrate()).toEqual(['content']);
  write('services/identity/dist/main.js', `${program}// Another program.`);
  expect(await migrate()).toEqual(['identity']);
  write('libs/event-store/migrations/0002-more.sql', 'select 1;');
  expect(await migrate()).toEqual(all);
});
