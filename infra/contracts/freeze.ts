/** `npm run freeze` writes which messages this release reads. The next release compares its own messages with them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { describeRelease } from './shapes.ts';

/** One line for each message, so that a diff shows what a release changed. */
const lined = (entries: Readonly<Record<string, unknown>>) =>
  Object.entries(entries)
    .map(([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join();

const { release, eventVersions, messages, shared } = describeRelease(packageJson.version);
const text = `{
  "release": ${JSON.stringify(release)},
  "eventVersions": ${JSON.stringify(eventVersions)},
  "messages": {${lined(messages)}
  },
  "shared": {${lined(shared)}
  }
}
`;
writeFileSync(join(import.meta.dirname, 'fixtures/released.json'), text);
