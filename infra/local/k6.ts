import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { toolsDirectory } from './servers/packages.ts';
import type { Variables } from './servers/processes.ts';

/** The k6 program, looked for in K6_BIN, .local/tools and PATH; undefined when there is none. */
export const findK6 = (): string | undefined =>
  [
    process.env.K6_BIN,
    join(toolsDirectory, 'k6'),
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'k6')),
  ].find((path) => path && existsSync(path));

/** Exit code of k6 when a threshold was missed, see https://grafana.com/docs/k6/latest/using-k6/thresholds/. */
export const missedThreshold = 99;

/** Where the load test of a name lies. */
export const loadScript = (name: string): string => join(repository, 'infra/k6', `${name}.ts`);

/**
 * What k6's own garbage collector is told (https://go.dev/doc/gc-guide): to wait until the memory is full. Go marks with every core that is idle, and that took both for 150 ms every
 * three seconds of a flood, on the machine that was measured.
 */
const collectSeldom = { GOGC: 'off', GOMEMLIMIT: '1536MiB' };

/**
 * Runs one load test against a system; it finds the address in BASE_URL (and GATEWAY_URL).
 * @returns the exit code of k6: 99 when a threshold was missed
 */
export const runLoad = (
  k6: string,
  name: string,
  url: string,
  {
    args = [],
    env = {},
    ...how
  }: {
    readonly args?: readonly string[];
    readonly env?: Variables;
    readonly quiet?: boolean;
    readonly standsBack?: boolean;
  } = {},
): Promise<number> =>
  runCommand(k6, ['run', '--no-usage-report', ...args, loadScript(name)], {
    cwd: repository,
    env: { ...collectSeldom, BASE_URL: url, GATEWAY_URL: url, ...env },
    ...how,
  });
