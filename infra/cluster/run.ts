import { parseArgs } from 'node:util';
import { onEndSignal } from '../local/npm-parent.mjs';
import { say } from '../local/progress.mjs';
import { dropPostgresVariables } from '../local/servers/processes.ts';
import { startCluster } from './cluster.ts';
import { compareCpu } from './cpu.ts';
import { type Fault, faultsOf } from './faults.ts';
import { idleProcesses } from './idle-processes.ts';
import { type RoundResult, runRound } from './round.ts';

const usage = `npm run cluster -- [--rounds 6] [--seed 1] [--pause 30] [--within 10] [--only content-2] [--skew]
npm run cluster -- --cpu

Two processes of each service and two gateways behind HAProxy, under load. In each round one of them is killed, paused
for 30 s or cut off for 30 s. Then everything is checked: acts, rooms, counters, XP, reports and what viewers saw.

  --seed   chooses the order of the faults and the acts; the same seed repeats them
  --within seconds until the throughput must be back; more on a machine that does other work too
  --only   faults with one of these words, separated by commas, such as kill, cut or a member
  --skew   sets the clocks of the second services ten seconds ahead, and of the second gateway as much behind
  --cpu    compares the CPU per act with that of one process of each service`;

const lineOf = ({ usual, lowest, backAfterMs, acts, problems }: RoundResult): string => {
  const back = backAfterMs === undefined ? 'not back' : `back after ${(backAfterMs / 1000).toFixed(1)} s`;
  const rates = `${usual.toFixed(0)} acts/s, lowest ${lowest.toFixed(0)}, ${back}, ${acts} acts`;
  return `${rates}: ${problems.length === 0 ? 'ok' : 'FAILED'}`;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' },
      pause: { type: 'string', default: '30' },
      within: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      skew: { type: 'boolean', default: false },
      cpu: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const { seed, only, skew } = values;
  dropPostgresVariables();
  let stop = async () => {};
  onEndSignal(async () => {
    await stop();
    process.exit(130);
  });
  const options = {
    log: say,
    onStoppable: (stopEverything: () => Promise<void>) => {
      stop = stopEverything;
    },
  };
  if (values.cpu) return (await compareCpu(options)) ? 0 : 1;
  const cluster = await startCluster({ ...options, processesEach: 2, isReplicated: true, isSkewed: skew });
  const lines: string[] = [];
  const problems: string[] = [];
  try {
    const isChosen = ({ kind, member }: Fault) => only.split(',').some((word) => `${kind} ${member}`.includes(word));
    const faults = faultsOf(cluster, seed, { pauseMs: Number(values.pause) * 1000 });
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      let fault = faults.next().value!;
      while (!isChosen(fault)) fault = faults.next().value!;
      say(`round ${round}, ${fault.kind} ${fault.member} …`);
      const result = await runRound(cluster, `round ${round} of seed ${seed}`, fault, Number(values.within) * 1000);
      const line = `round ${round}, ${fault.kind} ${fault.member}: ${lineOf(result)}`;
      say(line);
      for (const problem of result.problems) say(`  ${problem}`);
      lines.push(line);
      problems.push(...result.problems);
    }
    const idle = await idleProcesses(cluster);
    for (const role of idle) problems.push(`${role} did no work`);
  } finally {
    await cluster.stop();
  }
  console.log(`\n${lines.join('\n')}\n`);
  for (const problem of problems) console.log(problem);
  console.log(`${lines.length} rounds of seed ${seed}, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
