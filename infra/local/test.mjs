import { fileURLToPath } from 'node:url';
import { onNode24 } from './node-24.mjs';
import { whenNpmIsGone } from './npm-parent.mjs';
import { say, secondsSince } from './progress.mjs';
import { dropPostgresVariables } from './servers/server-environment.mjs';
import { addCounts, closingLine, noCounts } from './test-counts.mjs';

const usage = 'npm test                    everything, on real servers with throw-away data\nnpm test -- --only unit,int  some of: ';

const chosen = (steps) => {
  const at = process.argv.findIndex((argument) => argument === '--only' || argument.startsWith('--only='));
  if (at < 0) return steps;
  const names = (process.argv[at].split('=')[1] ?? process.argv[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(', ') || '(none named)'}: ${steps.map((step) => step.name).join(', ')}.`);
  return steps.filter((step) => names.includes(step.name));
};

const main = async () => {
  const { steps, TestContext } = await import('./test-steps.mjs');
  if (process.argv.includes('--help')) return console.log(usage + steps.map((step) => step.name).join(', '));
  const context = new TestContext();
  dropPostgresVariables();
  let interrupted = false;
  const interrupt = async () => {
    if (interrupted) return;
    interrupted = true;
    say('Stopping …');
    await context.stop();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
  whenNpmIsGone(interrupt);
  const results = [];
  for (const step of chosen(steps).filter((candidate) => candidate.exists())) {
    const from = Date.now();
    say(`${step.name} …`);
    let counts;
    try {
      counts = await step.run(context);
    } catch (error) {
      console.error(error.message);
      counts = { ...noCounts(), failed: 1 };
    }
    if (interrupted) return;
    results.push({ name: step.name, counts });
    say(`${step.name}: ${counts.failed > 0 ? 'FAILED' : 'ok'}, ${closingLine(counts)} (${secondsSince(from)})`);
  }
  await context.stop();
  const total = addCounts(results.map(({ counts }) => counts));
  const failed = results.filter(({ counts }) => counts.failed > 0).map(({ name }) => name);
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}. The reasons stand above.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
  console.log(closingLine(total));
};

try {
  await onNode24(fileURLToPath(import.meta.url));
  await main();
} catch (error) {
  console.error(error.message);
  console.log(closingLine({ ...noCounts(), failed: 1 }));
  process.exitCode = 1;
}
