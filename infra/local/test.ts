import { chosenSteps } from './chosen-steps.ts';
import { whenNpmIsGone } from './npm-parent.mjs';
import { say, secondsSince } from './progress.mjs';
import { endCommands } from './run-command.mjs';
import { dropPostgresVariables } from './servers/processes.ts';
import { sweepAbandoned } from './servers/start-servers.ts';
import { addCounts, type Counts, closingLine, noCounts } from './test-counts.ts';
import { steps, TestContext } from './test-steps.ts';

const usage = `npm test                      everything, on real servers with throw-away data
npm test -- --only unit,int    some of: ${steps.map(({ name }) => name).join(', ')}
npm test -- --with browsers    everything and the steps that run only by name: ${steps
  .filter(({ isExtra }) => isExtra)
  .map(({ name }) => name)
  .join(', ')}`;

/** `npm test`: every step, and a last line that counts. */
export const main = async (args: string[]): Promise<number | undefined> => {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const chosen = chosenSteps(steps, args);
  const context = new TestContext();
  dropPostgresVariables();
  let isInterrupted = false;
  const interrupt = async () => {
    if (isInterrupted) return;
    isInterrupted = true;
    say('Stopping …');
    await endCommands();
    await context.stop();
    // A journey that was ended leaves its system behind.
    await sweepAbandoned();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
  whenNpmIsGone(interrupt);
  const results: { name: string; counts: Counts }[] = [];
  for (const step of chosen.filter((candidate) => candidate.exists())) {
    const from = Date.now();
    say(`${step.name} …`);
    const counts = await step.run(context).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return { ...noCounts, failed: 1 };
    });
    if (isInterrupted) return undefined;
    results.push({ name: step.name, counts });
    say(`${step.name}: ${counts.failed > 0 ? 'FAILED' : 'ok'}, ${closingLine(counts)} (${secondsSince(from)})`);
  }
  await context.stop();
  const total = addCounts(results.map(({ counts }) => counts));
  const failed = results.filter(({ counts }) => counts.failed > 0).map(({ name }) => name);
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}. The reasons stand above.`);
  console.log(closingLine(total));
  return failed.length > 0 ? 1 : 0;
};
