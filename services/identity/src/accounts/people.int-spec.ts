import { randomUUID } from 'node:crypto';
import { identityRpc, LevelChanged, type LiveSession, liveSubjects, PodcastPublished } from '@hearsay/contracts';
import { rebuildProjector } from '@hearsay/event-store';
import { subscribeLive } from '@hearsay/messaging';
import { eventually, sourceFact, startEventSource, statementsOf } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { register as registerIn, startIdentity } from '../identity.suite.js';
import { hashToken } from '../sessions/sessions.js';
import { levelsProjector } from './levels.projector.js';

describe('people', () => {
  const test = aService(() => startIdentity());

  const register = (username: string) => registerIn(test, username);
  const people = async (ids: string[]) => (await test.call(identityRpc.people, { ids }, null)).people;
  const setRole = (username: string, isGranted: boolean) =>
    test.call(identityRpc.setRole, { username, role: 'ambassador', isGranted }, null);

  it('are answered in the order of the ids, without unknown ones', async () => {
    const [one, two] = [(await register('Barbara')).person, (await register('Frances')).person];
    const unknown = '01930000-0000-7000-8000-00000000dead';
    expect(await people([two.id, unknown, one.id, two.id])).toEqual([two, one]);
    expect(await people([])).toEqual([]);
  });

  it('are found by statements that PostgreSQL plans once, as are their sessions', async () => {
    const { person, token } = await register('Radia');
    const sent = await statementsOf(async () => {
      await people([person.id]);
      await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null);
    });
    const kept = (part: string) => sent.filter(({ text }) => text.includes(part)).map(({ keepsPlan }) => keepsPlan);
    expect([kept('from accounts a'), kept('from sessions s')]).toEqual([[true], [true]]);
  });

  it('are found by their name regardless of case', async () => {
    const { person } = await register('Grace');
    expect(await test.call(identityRpc.accountByName, { username: 'GRACE' }, null)).toEqual({ accountId: person.id });
    expect(await test.call(identityRpc.accountByName, { username: 'nobody here' }, null)).toEqual({ accountId: null });
  });

  it('get and lose roles by an operator, at once in sessions and gateways', async () => {
    const { person, token } = await register('Margaret');
    const published: LiveSession[] = [];
    const subscription = subscribeLive<LiveSession>(
      test.connection,
      `${test.prefix}${liveSubjects.sessions}`,
      (message) => published.push(message),
    );
    const roles = async () => (await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session;

    expect(await setRole('MARGARET', true)).toEqual({ accountId: person.id, hasChanged: true });
    expect(await roles()).toMatchObject({ isAmbassador: true, isSpotlight: false });
    expect((await people([person.id]))[0]).toMatchObject({ isAmbassador: true });
    expect(await setRole('Margaret', true)).toEqual({ accountId: person.id, hasChanged: false });
    expect(await setRole('Margaret', false)).toEqual({ accountId: person.id, hasChanged: true });
    expect(await roles()).toMatchObject({ isAmbassador: false });
    expect(await setRole('Margaret', false)).toEqual({ accountId: person.id, hasChanged: false });

    await eventually('both changes are published', () => published.length === 2);
    expect(published).toEqual([
      { tokenHash: null, accountId: person.id },
      { tokenHash: null, accountId: person.id },
    ]);
    subscription.unsubscribe();
  });

  it('without an account cannot get a role', async () => {
    await expect(setRole('nobody here', true)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Nobody has this username',
    });
  });

  it('are creators from their first episode on, and by their own choice', async () => {
    const [ada, grace] = [await register('Ada Podcast'), await registerIn(test, 'Grace Creates', { isCreator: true })];
    const content = await startEventSource('content', test.connection, test.prefix);
    try {
      const isCreator = async (id: string) => (await people([id]))[0]?.isCreator;
      expect([await isCreator(ada.person.id), await isCreator(grace.person.id)]).toEqual([false, true]);
      const fact = {
        podcastId: randomUUID(),
        titleTextId: randomUUID(),
        descriptionTextId: null,
        owner: { accountId: ada.person.id, sealed: null },
        mediaType: 'audio' as const,
        mediaKey: 'key',
        duration: null,
      };
      for (const podcastId of [randomUUID(), randomUUID()]) {
        await content.publish(
          sourceFact(
            PodcastPublished,
            { ...fact, podcastId },
            { at: '2026-11-20T10:00:00.000Z', routingId: podcastId },
          ),
        );
      }
      await eventually('Ada is a creator', async () => (await isCreator(ada.person.id)) === true);
    } finally {
      await content.stop();
    }
  });

  it('have the level of the highest revision in any order, also after a rebuild', async () => {
    const { person } = await register('Katherine');
    const gamification = await startEventSource('gamification', test.connection, test.prefix);
    try {
      const change = (level: number, previousLevel: number, revision: number) =>
        gamification.publish(
          sourceFact(
            LevelChanged,
            { accountId: person.id, level, previousLevel, revision },
            { at: '2026-11-20T10:00:00.000Z', routingId: person.id },
          ),
        );
      await change(5, 3, 9);
      await change(3, 1, 4);
      const shows = async (level: number) => (await people([person.id]))[0]?.level === level;
      await eventually('level 5 arrives', () => shows(5));
      await change(6, 5, 10);
      await eventually('level 6 arrives', () => shows(6));
      expect((await people([person.id]))[0]).toMatchObject({
        level: 6,
        badge: 'master',
        profileBorder: 'master',
        profileAura: 'none',
      });
      await change(4, 6, 11);
      await eventually('a level may fall', () => shows(4));

      const rows = async () => (await test.service.pool.query('select * from account_levels')).rows;
      const live = await rows();
      const { ownerUrl, role } = test.database;
      const read = await rebuildProjector({
        ownerUrl,
        role,
        service: 'identity',
        projector: levelsProjector,
        connection: test.connection,
        subjectPrefix: test.prefix,
        progress: () => undefined,
      });
      expect(read).toBe(4);
      expect(await rows()).toEqual(live);
    } finally {
      await gamification.stop();
    }
  });
});
