import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Profile, Wipe, WipeStart } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import type { Client } from '../../journeys/client.ts';
import { withServiceCalls } from '../../journeys/operator.ts';
import { rebuildReadModel } from '../../journeys/replay/read-models.ts';
import { killAndAwaitRestart, killWithoutRestart, untilAllServicesReady } from '../../journeys/system.ts';
import type { System } from '../../local/bring-up.ts';
import { services } from '../../local/service-list.ts';
import { mustEqual } from '../benchmark.ts';
import { untilCaughtUp } from '../whole-system.ts';
import type { Community } from './community.ts';
import { boostQuestions, type CommunityWithSubjects } from './fill.ts';
import type { GreatAct } from './great-act.ts';
import { lockOpeningAct } from './opening.ts';

export const greatActTimeoutMs = 1_200_000;
const consumers = ['gamification', 'notification', 'content'] as const;

/**
 * Acts whose cost could grow with the community. For one act, `eventsBehind` boosts are made while the consumers are
 * stopped.
 */
export const greatActsOf = (
  system: System,
  years: CommunityWithSubjects,
  community: Community,
  eventsBehind: number,
): GreatAct[] => {
  const { people } = years;
  const { ambassador, star, writer, reader } = people;
  const profileOf = (id: string) => reader.get<Profile>(`/api/users/${id}`);
  /** Consumers may be up to 100 events behind, because an uninvolved person boosts all the time. */
  const caughtUp = async () => {
    await untilAllServicesReady(system);
    await untilCaughtUp(system, { most: 100, withinMs: greatActTimeoutMs });
  };
  const becomes = (what: string, look: () => Promise<unknown>, expected: unknown) =>
    eventually(what, async () => isDeepStrictEqual(await look(), expected), greatActTimeoutMs);
  const wipeIs = (wipeId: string, status: Wipe['status']) =>
    becomes(`a wipe ${status}`, async () => (await ambassador.get<Wipe>(`/api/admin/wipes/${wipeId}`)).status, status);
  const newestPosts = async () => (await profileOf(writer.user.id)).content.map(({ id }) => id);
  return [
    lockOpeningAct(system, years, community),
    {
      name: `wipe of ${community.posts} posts and its undo`,
      run: async () => {
        const before = await newestPosts();
        const path = `/api/admin/users/${writer.user.id}/content`;
        const { wipeId, counts } = await ambassador.expect<WipeStart>('DELETE', path);
        mustEqual('Wiped questions', counts.questions, community.posts);
        await wipeIs(wipeId, 'done');
        await caughtUp();
        await becomes('no post', newestPosts, []);
        await ambassador.expect('POST', `/api/admin/wipes/${wipeId}/undo`);
        await wipeIs(wipeId, 'undone');
        await caughtUp();
        await becomes('the posts of before, in order', newestPosts, before);
      },
    },
    {
      name: `deletion and return with ${community.followers} followers`,
      run: async () => {
        await star.deleteAccount();
        await caughtUp();
        await star.login(star.user.username);
        await caughtUp();
        const followers = async () => (await profileOf(star.user.id)).user.followerCount;
        await becomes('all followers', followers, community.followers);
      },
    },
    {
      name: `${eventsBehind} events to catch up on`,
      prepare: async () => {
        const returns: (() => Promise<void>)[] = [];
        for (const service of consumers) returns.push(await killWithoutRestart(system, service));
        await withServiceCalls(system, (calls) => boostQuestions(calls, years, community.boosts, eventsBehind));
        for (const comeBack of returns) await comeBack();
      },
      run: () => caughtUp(),
    },
    {
      name: 'rebuild of the largest read model',
      run: async () => {
        await rebuildReadModel(system, 'gamification', 'gamification.boosts');
        await caughtUp();
      },
    },
    {
      name: "NATS' storage deleted",
      isOutage: true,
      run: async () => {
        const comeBack = await killWithoutRestart(system, 'nats');
        rmSync(join(system.files.data, 'nats'), { recursive: true });
        await comeBack();
        await caughtUp();
      },
    },
    {
      name: 'every service killed at once',
      isOutage: true,
      run: async () => {
        await Promise.all(services.map((service) => killAndAwaitRestart(system, service)));
        await caughtUp();
      },
    },
  ];
};

interface Boost {
  readonly ms: number;
  /** The HTTP status. 0 means no answer. */
  readonly status: number;
}

/** `refusedAfterSuccess` leaves out the first refusals in a row, before boosts succeed again. */
export interface BoostResults {
  readonly all: readonly Boost[];
  readonly refused: number;
  readonly refusedAfterSuccess: number;
}

const everyMs = 100;

/** Sends a boost every 100 ms until `work` is done, without waiting for answers. */
export const boostDuring = async (
  stranger: Client,
  questionIds: readonly string[],
  work: () => Promise<unknown>,
  from = 0,
): Promise<BoostResults> => {
  const running: Promise<Boost>[] = [];
  const boost = async (index: number): Promise<Boost> => {
    const startedAt = performance.now();
    const id = questionIds[index % questionIds.length]!;
    const body = { isBoosted: Math.floor(index / questionIds.length) % 2 === 0 };
    const { status } = await stranger
      .attempt('POST', `/api/questions/${id}/boost`, { body })
      .catch(() => ({ status: 0 }));
    return { ms: performance.now() - startedAt, status };
  };
  const timer = setInterval(() => running.push(boost(from + running.length)), everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const all = await Promise.all(running);
  const isRefused = all.map(({ status }) => status !== 200);
  const back = isRefused.indexOf(false, Math.max(0, isRefused.indexOf(true)));
  return {
    all,
    refused: isRefused.filter(Boolean).length,
    refusedAfterSuccess: isRefused.slice(back).filter(Boolean).length,
  };
};
