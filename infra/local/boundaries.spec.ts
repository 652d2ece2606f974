import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('../../', import.meta.url));

const configurations = ['.dependency-cruiser.mjs', '.dependency-cruiser.folders.mjs'];

const violations = [
  { rule: 'no-cross-service', file: 'services/content/src/planted.ts', code: "import '../../identity/src/target.js';" },
  {
    rule: 'libs-not-to-services',
    file: 'libs/messaging/src/planted.ts',
    code: "import '../../../services/identity/src/target.js';",
  },
  { rule: 'contracts-pure', file: 'libs/contracts/src/planted.ts', code: "import 'node:fs';" },
  { rule: 'game-rules-pure', file: 'libs/game-rules/src/planted.ts', code: "import 'node:fs';" },
  { rule: 'pure-files', file: 'services/content/src/randomness.decider.ts', code: "import 'node:crypto';" },
  { rule: 'pure-files', file: 'services/content/src/database.aggregates.ts', code: "import 'pg';" },
  {
    rule: 'pure-files',
    file: 'services/content/src/messaging.projection.ts',
    code: "import '../../../libs/messaging/src/target.js';",
  },
  {
    rule: 'web-only-contracts-and-rules',
    file: 'web/src/planted.ts',
    code: "import '../../libs/messaging/src/target';",
  },
  { rule: 'web-shared-is-the-floor', file: 'web/src/shared/planted.ts', code: "import '../features/target';" },
  { rule: 'web-features-below-app', file: 'web/src/features/planted.ts', code: "import '../app/target';" },
  { rule: 'web-features-apart', file: 'web/src/features/feed/planted.ts', code: "import '../chat/target';" },
  { rule: 'gateway-owns-no-database', file: 'services/gateway/src/planted.ts', code: "import 'pg';" },
  {
    rule: 'gateway-presents-what-it-is-given',
    file: 'services/gateway/src/present/planted.ts',
    code: "import '../read/target.js';",
  },
  {
    rule: 'gateway-reads-below-its-doors',
    file: 'services/gateway/src/read/planted.ts',
    code: "import '../http/target.js';",
  },
  {
    rule: 'gateway-reads-below-its-doors',
    file: 'services/gateway/src/access/planted.ts',
    code: "import '../media/target.js';",
  },
  { rule: 'gateway-doors-apart', file: 'services/gateway/src/live/planted.ts', code: "import '../http/target.js';" },
  { rule: 'gateway-doors-apart', file: 'services/gateway/src/http/planted.ts', code: "import '../media/target.js';" },
  { rule: 'gateway-media-on-http', file: 'services/gateway/src/media/planted.ts', code: "import '../live/target.js';" },
  {
    rule: 'gateway-pages-on-http',
    file: 'services/gateway/src/pages/planted.ts',
    code: "import '../media/target.js';",
  },
  { rule: 'no-circular', file: 'libs/testing/src/planted.ts', code: "import './planted-back.js';" },
  {
    rule: 'no-folder-circles',
    file: 'services/moderation/src/reports/planted.ts',
    code: "import '../wipes/target.js';",
  },
  { rule: 'no-folder-circles', file: 'web/src/shared/session/planted.ts', code: "import '../toast/target';" },
  { rule: 'not-to-unresolvable', file: 'services/engagement/src/planted.ts', code: "import './nowhere.js';" },
];

const targets = [
  'services/identity/src/target.ts',
  'services/gateway/src/read/target.ts',
  'services/gateway/src/http/target.ts',
  'services/gateway/src/live/target.ts',
  'services/gateway/src/media/target.ts',
  'services/moderation/src/wipes/target.ts',
  'libs/messaging/src/target.ts',
  'web/src/features/target.ts',
  'web/src/features/chat/target.ts',
  'web/src/app/target.ts',
  'web/src/shared/toast/target.ts',
];

describe('the boundaries', () => {
  let folder: string;
  let found: string;

  const write = (file: string, code: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\nexport {};\n`);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearsay-boundaries-'));
    for (const name of [...configurations, 'tsconfig.base.json', 'package.json'])
      cpSync(join(repository, name), join(folder, name));
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    for (const target of targets) write(target, '');
    write('libs/testing/src/planted-back.ts', "import './planted.js';");
    write('services/moderation/src/wipes/back.ts', "import '../reports/other.js';");
    write('services/moderation/src/reports/other.ts', '');
    write('web/src/shared/toast/back.tsx', "import '../session/other';");
    write('web/src/shared/session/other.ts', '');
    write('services/moderation/src/innocents/post.ts', "import '../reports/other.js';");
    write('services/moderation/src/reports/innocent.spec.ts', "import '../innocents/post.js';");
    write(
      'services/notification/src/innocent.decider.ts',
      "import type pg from 'pg';\nexport type Row = pg.QueryResultRow;",
    );
    write(
      'services/notification/src/innocent.ts',
      "import { join } from 'node:path';\nexport const path = join('a', 'b');",
    );
    for (const { file, code } of violations) write(file, code);
    const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const runs = configurations.map((configuration) =>
      promisify(execFile)(
        process.execPath,
        [program, '--config', configuration, '--output-type', 'err', 'libs', 'services', 'web/src'],
        { cwd: folder },
      ).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      ),
    );
    found = (await Promise.all(runs)).join('\n');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(violations)('$rule catches $file', ({ rule, file }) => {
    const lines = found.split('\n').filter((line) => line.includes(`${rule}:`) || line.includes(`${rule} `));
    // A circle is reported at one of its two ends.
    const part = rule === 'no-folder-circles' ? dirname(file) : file.replace('.ts', '');
    expect(lines.some((line) => line.includes(part))).toBe(true);
  });

  it('accept a file without a violation', () => {
    expect(found).not.toContain('innocent');
  });
});
