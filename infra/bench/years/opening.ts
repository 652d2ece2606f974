import { setTimeout as pause } from 'node:timers/promises';
import { engagementRpc } from '@hearsay/contracts';
import { eventually, runInGroups } from '@hearsay/testing';
import { WebSocket } from 'ws';
import { type Client, registerNewcomer } from '../../journeys/client.ts';
import { withServiceCalls } from '../../journeys/operator.ts';
import type { System } from '../../local/bring-up.ts';
import { say } from '../../local/progress.mjs';
import { mustEqual } from '../benchmark.ts';
import { untilCaughtUp, withDatabase } from '../whole-system.ts';
import type { Community } from './community.ts';
import { type CommunityWithSubjects, forEachIndex } from './fill.ts';
import type { GreatAct } from './great-act.ts';

/** A listener gets at most three frames: the entry of the reveal, the boost count and one notice. */
const maxFrames = 3;
const maxReads = 1;
const withinMs = 600_000;
/** A gateway collects pushes for 200 ms. The limit is longer, for a busy machine. */
const pushedWithinMs = 2000;

const toldOf = (system: System, questionId: string): Promise<number> =>
  withDatabase(system, 'notification', async (client) => {
    const text = 'select count(*)::int as told from claims where key ^@ $1';
    return (await client.query<{ told: number }>(text, [`opening:${questionId}:`])).rows[0]!.told;
  });

const typeOf = (frame: string): string => /^\{"type":"(\w+)"/.exec(frame)?.[1] ?? frame;

/**
 * Opens a socket of a person in the room. After each pushed notification it reads what the bell of the web app reads.
 * It parses no frame, because this process also times the boosts.
 */
const listen = async (client: Client, questionId: string, index: number) => {
  // Gives each socket its own client address. The gateway trusts this header from its own machine.
  const headers = { cookie: client.cookie, 'x-forwarded-for': `10.2.${index >> 8}.${index & 255}` };
  const socket = new WebSocket(new URL('/ws', client.at.url), { headers });
  const reads: Promise<unknown>[] = [];
  const frames: string[] = [];
  const { promise: joined, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'join', data: { questionId, after: null } })));
  socket.on('message', (text: Buffer) => {
    const type = typeOf(`${text}`);
    if (type === 'joined') return resolve();
    frames.push(type);
    if (type === 'notification') reads.push(client.get('/api/auth/user'));
  });
  await joined;
  return { socket, reads, frames };
};

/** The last boost opens a lock. All earlier boosters get a notification, and some of them have the room open. */
export const lockOpeningAct = (
  system: System,
  { people, accounts }: CommunityWithSubjects,
  { greatLock: threshold, listeners: sockets }: Community,
): GreatAct => {
  const { reader, star, writer } = people;
  let questionId = '';
  let listeners: Awaited<ReturnType<typeof listen>>[] = [];
  return {
    name: `a lock of ${threshold} boosts opens for ${sockets} sockets`,
    prepare: async () => {
      say('A great lock gets its boosts …');
      const title = 'What does everybody want to hear?';
      questionId = (await reader.ask({ title, targetUserId: star.user.id })).id;
      await star.approveWithReply(questionId, 'What nobody has said yet', threshold);
      const clients = await runInGroups([...Array(sockets)], () => registerNewcomer(system.url, 'listener'));
      const boosters = [...clients.map(({ user }) => user.id), ...accounts].slice(0, threshold - 1);
      const input = { contentType: 'question' as const, contentId: questionId, isBoosted: true };
      await withServiceCalls(system, (calls) =>
        forEachIndex(boosters.length, (index) =>
          calls.call(engagementRpc.setBoost, input, { accountId: boosters[index]! }),
        ),
      );
      await untilCaughtUp(system, { withinMs });
      listeners = await runInGroups(clients, (client, index) => listen(client, questionId, index));
    },
    run: async () => {
      mustEqual('The last boost opens the lock', (await writer.boost('question', questionId)).opened, true);
      const told = () => toldOf(system, questionId);
      await eventually('all are told', async () => (await told()) >= threshold - 1, withinMs);
      await pause(pushedWithinMs);
      // Consumers may be a few events behind, because an uninvolved person boosts all the time.
      await untilCaughtUp(system, { most: 100, withinMs });
      mustEqual('People told', await told(), threshold - 1);
      await Promise.all(listeners.flatMap(({ reads }) => reads));
    },
    counted: () => {
      for (const { socket } of listeners) socket.terminate();
      const most = (what: 'frames' | 'reads') => Math.max(...listeners.map((one) => one[what].length));
      const types = listeners.flatMap(({ frames }) => frames);
      const frames = [...new Set(types)].map((type) => `${types.filter((one) => one === type).length} ${type}`);
      const reads = listeners.flatMap((one) => one.reads).length;
      return {
        text: `${frames.join(', ')}, at most ${most('frames')} each; ${reads} reads, at most ${most('reads')} each`,
        isTooMuch: most('frames') > maxFrames || most('reads') > maxReads,
      };
    },
  };
};
