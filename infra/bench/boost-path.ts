import { type Finding, mustEqual } from './benchmark.ts';
import { perRound, type Sample } from './interleaved.ts';
import { inDatabase, type System } from './whole-system.ts';

/** Names of engagement's own among the processes that are measured. */
const engagementRoles = ['engagement', 'postgres/engagement-pipeline'];

/**
 * CPU on the path of a boost, µs: what each of `roles` and engagement's service and pipeline take, and of NATS what the same call takes
 * when it is refused and nothing is written. More of NATS belongs to what follows: JetStream and live counts.
 */
export const pathCpu = (boost: Sample, refused: Sample, roles: readonly string[] = []): number => {
  const used = ({ cpuByRole }: Sample, role: string) => cpuByRole[role] ?? 0;
  return (
    [...engagementRoles, ...roles].reduce((sum, role) => sum + used(boost, role), 0) +
    Math.min(used(boost, 'nats'), used(refused, 'nats'))
  );
};

/** Ratio 1b. */
export const everythingPerPath = (
  rounds: readonly (readonly Sample[])[],
  boosts: string,
  refused: string,
): Finding => ({
  number: '1b',
  what: 'CPU of everything that a boost causes ÷ CPU on its path',
  floor: 2,
  goal: 1.5,
  isAtMost: true,
  ratio: perRound(rounds, (find) => find(boosts).cpuPerOperation / pathCpu(find(boosts), find(refused), ['gateway'])),
});

/** The payload hash of a mark, which no result has: theirs have 32 bytes. */
const hashOfMarks = Buffer.from([0]);

/** Keys that were sent leave one result each, beside the marks of batches without events; `boosts` is how many boosts were answered. @throws WrongResult */
export const checkKeys = async (system: System, boosts: number): Promise<string> => {
  const results = await inDatabase(system, 'engagement', (client) =>
    client.query<{ count: number }>(
      'select count(*)::int as count from command_results where result is not null and payload_hash <> $1',
      [hashOfMarks],
    ),
  );
  return mustEqual('Results kept under the keys of the boosts', results.rows[0]?.count, boosts);
};
