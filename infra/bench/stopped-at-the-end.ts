import { whenNpmIsGone } from '../local/npm-parent.mjs';
import { say } from '../local/progress.mjs';

type Stop = () => Promise<void>;

const started = new Set<Stop>();

export const stoppedAtTheEnd = async <T>(stop: Stop, work: () => Promise<T>): Promise<T> => {
  let stopping: Promise<void> | undefined;
  const stopOnce = () => (stopping ??= stop());
  started.add(stopOnce);
  return work().finally(() => stopOnce().finally(() => started.delete(stopOnce)));
};

export const stopEverything = async (): Promise<void> => {
  await Promise.allSettled([...started].map((stop) => stop()));
};

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** On a signal, or when npm ends, stops what was started and exits with the signal's shell code. */
export const stopOnSignals = (): void => {
  let isStopping = false;
  const end = async (signal: keyof typeof signals) => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping what was started …');
    await stopEverything();
    process.exit(128 + signals[signal]);
  };
  for (const signal of Object.keys(signals) as (keyof typeof signals)[]) process.on(signal, () => void end(signal));
  whenNpmIsGone(() => void end('SIGTERM'));
};
