import { parseArgs } from 'node:util';
import { newestRelease } from '../local/newest-release.ts';
import { onEndSignal } from '../local/npm-parent.mjs';
import { repository } from '../local/paths.mjs';
import { say, secondsSince } from '../local/progress.mjs';
import { dropPostgresVariables } from '../local/servers/processes.ts';
import { checkWriters, nextReleaseChanges, readerChanges } from './next.ts';
import { buildChanged, buildNewestRelease, type Release } from './release.ts';
import { type Upgrade, upgradeAndBack } from './upgrade.ts';

const usage = `npm run upgrade-test -- [--only 0.9.0]

Two processes of each service and two gateways behind HAProxy, under load. Each is replaced by that of a later release
in turn, and then back. No request may fail, and nothing may be lost or doubled.

  --only 0.9.0   from release 0.9.0 to the working tree
  --only next    from the working tree, which also reads a new event version, to a release that changes it on purpose
  --home FOLDER  keeps the data and the logs there`;

const workingTree: Release = { name: 'working tree', root: repository };

/** Each function builds its releases when it is called, because a build takes half a minute. */
const upgrades: Readonly<Record<string, () => Promise<Upgrade>>> = {
  [newestRelease.name]: async () => ({ earlier: await buildNewestRelease(), later: workingTree }),
  next: async () => ({
    earlier: await buildChanged('reading', readerChanges),
    later: await buildChanged('next', nextReleaseChanges),
    check: checkWriters,
  }),
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(upgrades).join() },
      home: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const names = values.only.split(',');
  if (values.help || names.some((name) => !(name in upgrades))) {
    console.log(usage);
    return values.help ? 0 : 1;
  }
  dropPostgresVariables();
  let stop = async () => {};
  onEndSignal(async () => {
    await stop();
    process.exit(130);
  });
  const lines: string[] = [];
  let isGreen = true;
  for (const name of names) {
    const upgrade = await upgrades[name]!();
    const from = Date.now();
    const { replaced, acts, problems } = await upgradeAndBack(upgrade, {
      ...(values.home !== undefined && { dataDir: values.home }),
      log: say,
      onStoppable: (stopEverything) => {
        stop = stopEverything;
      },
    });
    for (const problem of problems) console.log(problem);
    const found = `${replaced} processes replaced, ${acts} acts, ${problems.length} problems`;
    lines.push(`${upgrade.earlier.name} to ${upgrade.later.name} and back in ${secondsSince(from)}: ${found}`);
    isGreen &&= problems.length === 0;
  }
  console.log(lines.join('\n'));
  return isGreen ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
