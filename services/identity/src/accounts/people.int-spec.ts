import { identityRpc } from '@hearsay/contracts';
import { eventually, levelChanged, podcastPublished, statementsOf } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { startIdentity } from '../identity.suite.js';
import { levelsProjector } from './accounts.projector.js';

describe('people', () => {
  const test = aService(() => startIdentity());

  it('are answered in the order of the ids, without unknown ones', async () => {
    const [one, two] = [(await test.register('Barbara')).person, (await test.register('Frances')).person];
    expect(await test.people(two.id, '01930000-0000-7000-8000-00000000dead', one.id, two.id)).toEqual([two, one]);
    expect(await test.people()).toEqual([]);
  });

  it('are found by statements that PostgreSQL plans once, as are their sessions', async () => {
    const { person, token } = await test.register('Radia');
    const sent = await statementsOf(async () => {
      await test.people(person.id);
      await test.session(token);
    });
    const kept = (part: string) => sent.filter(({ text }) => text.includes(part)).map(({ keepsPlan }) => keepsPlan);
    expect([kept('from accounts a'), kept('from sessions s')]).toEqual([[true], [true]]);
  });

  it('are found by their name regardless of case', async () => {
    const { person } = await test.register('Grace');
    const find = (username: string) => test.call(identityRpc.accountByName, { username }, null);
    expect(await find('GRACE')).toEqual({ accountId: person.id });
    expect(await find('nobody here')).toEqual({ accountId: null });
  });

  it('get and lose roles by an operator, at once in sessions and gateways', async () => {
    const { person, token } = await test.register('Margaret');
    const { id: accountId } = person;
    const published = await test.endedSessions();
    for (const [username, isGranted, hasChanged] of [
      ['MARGARET', true, true],
      ['Margaret', true, false],
      ['Margaret', false, true],
      ['Margaret', false, false],
    ] as const) {
      expect(await test.setRole(username, isGranted)).toEqual({ accountId, hasChanged });
      expect(await test.session(token)).toMatchObject({ isAmbassador: isGranted, isSpotlight: false });
      expect(await test.person(accountId)).toMatchObject({ isAmbassador: isGranted });
    }
    await eventually('both changes are published', () => published.length === 2);
    expect(published).toEqual([
      { tokenHash: null, accountId },
      { tokenHash: null, accountId },
    ]);
    const unknown = { code: 'not_found', message: 'Nobody has this username' };
    await expect(test.setRole('nobody here', true)).rejects.toMatchObject(unknown);
  });

  it('are creators from their first episode on, and by their own choice', async () => {
    const ada = (await test.register('Ada Podcast')).person;
    const grace = (await test.register('Grace Creates', { isCreator: true })).person;
    const areCreators = async () => (await test.people(ada.id, grace.id)).map(({ isCreator }) => isCreator);
    expect(await areCreators()).toEqual([false, true]);
    await test.content.publish(podcastPublished(ada.id), podcastPublished(ada.id));
    await test.settled();
    expect(await areCreators()).toEqual([true, true]);
  });

  it('have the level of the highest revision in any order, also after a rebuild', async () => {
    const { id } = (await test.register('Katherine')).person;
    for (const [level, revision, shown] of [
      [5, 9, 5],
      [3, 4, 5],
      [6, 10, 6],
    ] as const) {
      await test.gamification.publish(levelChanged(id, 1, level, revision));
      await test.settled();
      expect(await test.person(id)).toMatchObject({ level: shown });
    }
    const looks = { badge: 'master', profileBorder: 'master', profileAura: 'none' };
    expect(await test.person(id)).toMatchObject(looks);
    await test.gamification.publish(levelChanged(id, 6, 4, 11));
    await eventually('a level may fall', async () => (await test.person(id)).level === 4);
    const rows = () => test.rows('select * from account_levels');
    const live = await rows();
    expect(await test.rebuild(levelsProjector)).toBe(4);
    expect(await rows()).toEqual(live);
  });
});
