import { randomUUID } from 'node:crypto';
import { identityRpc } from '@hearsay/contracts';
import { levelFact, podcastPublished, recordStatements } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { startIdentity } from '../identity.suite.js';

describe('people', () => {
  const test = serviceForBlock(() => startIdentity({ PROTECTED_USERNAMES: ['the chief'] }));

  it('people are returned in the order of the ids, without unknown people', async () => {
    const [one, two] = [(await test.register('Barbara')).person, (await test.register('Frances')).person];
    expect(await test.people(two.id, '01930000-0000-7000-8000-00000000dead', one.id, two.id)).toEqual([two, one]);
    expect(await test.people()).toEqual([]);
  });

  it('people and their sessions are read by statements that PostgreSQL plans once', async () => {
    const { person, token } = await test.register('Radia');
    const sent = await recordStatements(async () => {
      await test.people(person.id);
      await test.session(token);
    });
    const kept = (part: string) => sent.filter(({ text }) => text.includes(part)).map(({ keepsPlan }) => keepsPlan);
    expect([kept('from accounts a'), kept('from sessions s')]).toEqual([[true], [true]]);
  });

  it('people are found by their name regardless of case', async () => {
    const { person } = await test.register('Grace');
    const find = (username: string) => test.call(identityRpc.accountByName, { username }, null);
    expect(await find('GRACE')).toEqual({ accountId: person.id });
    expect(await find('nobody here')).toEqual({ accountId: null });
  });

  it('people get and lose roles by an operator, and their sessions show this at once', async () => {
    const { person, token } = await test.register('Margaret');
    for (const isGranted of [true, false]) {
      expect(await test.setRole('MARGARET', isGranted)).toEqual({ accountId: person.id, hasChanged: true });
      expect(await test.session(token)).toMatchObject({ isAmbassador: isGranted, isSpotlight: false });
      expect(await test.person(person.id)).toMatchObject({ isAmbassador: isGranted });
    }
    const unknown = { code: 'not_found', message: 'Nobody has this username' };
    await expect(test.setRole('nobody here', true)).rejects.toMatchObject(unknown);
  });

  it('people are creators after their first episode, or by their own choice', async () => {
    const ada = (await test.register('Ada Podcast')).person;
    const grace = (await test.register('Grace Creates', { isCreator: true })).person;
    const areCreators = async () => (await test.people(ada.id, grace.id)).map(({ isCreator }) => isCreator);
    expect(await areCreators()).toEqual([false, true]);
    await test.content.publish(podcastPublished(ada.id), podcastPublished(ada.id));
    await test.settled();
    expect(await areCreators()).toEqual([true, true]);
  });

  it('a person has the level with the highest revision, in any order of events', async () => {
    const { id } = (await test.register('Katherine')).person;
    for (const [level, revision, shown] of [
      [7, 9, 7],
      [3, 4, 7],
      [6, 10, 6],
    ] as const) {
      await test.gamification.publish(levelFact(id, 1, level, revision));
      await test.settled();
      expect(await test.person(id)).toMatchObject({ level: shown });
    }
    const looks = { badge: 'master', profileBorder: 'master', profileAura: 'none' };
    expect(await test.person(id)).toMatchObject(looks);
  });

  it('people can be the subject of a wipe, unless their name is protected', async () => {
    // This name was registered before it became protected.
    const { person: chief } = await test.register('Chief');
    await test.rows("update texts set words = 'The Chief' where account_id = $1", [chief.id]);
    await test.rows("update credentials set username_folded = 'the chief' where account_id = $1", [chief.id]);
    const { person: gone } = await test.register('Gone Soon');
    const subject = (accountId: string) => test.call(identityRpc.wipeSubject, { accountId }, null);
    const there = { exists: true, isProtected: false, removalId: null, hasInvitation: false };
    expect(await subject(chief.id)).toEqual({ ...there, isProtected: true });
    expect(await subject(gone.id)).toEqual(there);
    expect(await subject(randomUUID())).toEqual({ ...there, exists: false });
    const { removalId } = await test.deleteAccount(gone.id);
    expect(await subject(gone.id)).toEqual({ ...there, exists: false, removalId });
    await test.login('Gone Soon');
    expect(await subject(gone.id)).toEqual(there);
    const everybody = { limit: 1000, onlyWhoTakeQuestions: false };
    const { people } = await test.call(identityRpc.listPeople, everybody, null);
    expect(people.flatMap(({ username, isProtected }) => (isProtected ? [username] : []))).toEqual(['The Chief']);
  });
});
