import { join } from 'node:path';
import type { AskedQuestion } from '@hearsay/contracts';
import { Client } from '../journeys/client.ts';
import { repository } from '../local/paths.mjs';
import type { Benchmark } from './benchmark.ts';
import { closedLoopSide, runInterleaved, sideSummaries, spreadPerRound } from './interleaved.ts';
import { People } from './people.ts';
import { untilCaughtUp, withSystem } from './whole-system.ts';
import { seedCommunity } from './years/fill.ts';
import { hasSmallAnswer, measuredReads } from './years/read-costs.ts';

const connections = 50;
const maxNoOps = 8;
const noOp = 'no-op of the gateway';

/** Reads with small answers, held to the bounds of ratio 8. */
export const reads: Benchmark = {
  name: 'reads',
  what: 'Reads of small answers in the seeded community, beside a no-op of the gateway',

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const subjects = await seedCommunity(system);
      // Link previews need an `index.html`. The `index.html` of the sources is enough.
      await system.restartWith('gateway', { WEB_ROOT: join(repository, 'web') });
      const star = subjects.people.star.user;
      const visitor = new Client(system);
      const clients = { ...subjects.people, visitor };
      const side = (name: string, client: Client, once: (people: People, person: number) => Promise<unknown>) => {
        const people = People.ofOneClient(client, connections);
        atEnd(() => people.close());
        return closedLoopSide(name, connections, (person) => once(people, person));
      };
      const body = { title: 'What comes of this?', isAnonymous: true, targetUserId: star.id };
      const { receipt } = await visitor.expect<AskedQuestion>('POST', '/api/questions', { body });
      const gets = measuredReads(subjects).filter(hasSmallAnswer);
      for (const path of [`users/${star.id}`, `podcasts/${subjects.podcast}`])
        gets.push({ route: '', by: 'visitor', path: `/previews/${path}.png` });
      const measured = gets.map(({ path, by }) =>
        side(`${by}: ${path.replaceAll(/[0-9a-f-]{36}/g, '{id}')}`, clients[by], (people, at) => people.get(at, path)),
      );
      const look = (people: People, at: number) => people.post(at, '/api/receipts', { receipt });
      measured.push(side('visitor: POST /api/receipts', visitor, look));
      await untilCaughtUp(system);
      const base = side(noOp, subjects.people.reader, (people, person) => people.post(person, '/api/bench/no-op'));
      const rounds = await runInterleaved(system, [base, ...measured], plan);
      return {
        findings: measured.map(({ name }) => ({
          ...{ number: '8 light', what: `${name} ÷ no-op`, floor: maxNoOps, goal: maxNoOps, isAtMost: true },
          ratio: spreadPerRound(rounds, (find) => find(name).cpuPerOperation / find(noOp).cpuPerOperation),
        })),
        sides: sideSummaries(rounds),
        checks: [],
      };
    }),
};
