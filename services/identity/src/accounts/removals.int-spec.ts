import { identityRpc, type LiveSession, liveSubjects, Refusal } from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { FakePosts, register as registerIn, startIdentity } from '../identity.suite.js';
import { Credentials } from '../sessions/credentials.js';
import { Passwords } from '../sessions/passwords.js';
import { hashToken, SessionEnds, Sessions } from '../sessions/sessions.js';
import { undoMs } from './account.decider.js';
import { AccountRemovals } from './account-removals.js';
import { PeopleQueries } from './people.queries.js';
import { RemovalAttempts } from './removal-attempts.js';

describe('the deletion of an account', () => {
  const posts = new FakePosts();
  const test = aService(() => startIdentity({}, posts));

  const register = (username: string) => registerIn(test, username);
  const login = (username: string, password = 'correct horse') =>
    test.call(identityRpc.login, { username, password }, null);
  const remove = (accountId: string, password = 'correct horse', anonymousPosts?: 'keep' | 'remove') =>
    test.call(identityRpc.deleteAccount, { password, ...(anonymousPosts && { anonymousPosts }) }, accountId);
  const isSeen = async (id: string, username: string) => {
    const [byId, byName, found, listed] = await Promise.all([
      test.call(identityRpc.people, { ids: [id] }, null),
      test.call(identityRpc.personByName, { username }, null),
      test.call(identityRpc.searchPeople, { words: username, limit: 20 }, null),
      test.call(identityRpc.listPeople, { limit: 1000, onlyWhoTakeQuestions: false }, null),
    ]);
    const ways = [
      byId.people.length > 0,
      byName.person !== null,
      found.people.length > 0,
      listed.people.some((person) => person.id === id),
    ];
    expect(new Set(ways).size).toBe(1);
    return ways[0];
  };
  const isLive = async (token: string) =>
    (await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session !== null;
  const typesOf = async (id: string) =>
    (
      await test.service.pool.query(`select type from events where data->>'accountId' = $1 order by position`, [id])
    ).rows.map(({ type }) => type);
  const removedPictures: string[] = [];
  const givenBack: string[] = [];
  let isStoreAway = false;
  const removalsAt = (now: number, lookingThrough?: pg.Pool) => {
    const { pool, pipeline } = test.service;
    const log = { warn: () => undefined };
    const sessions = new Sessions({ pool, log });
    const ends = new SessionEnds(() => undefined);
    const credentials = new Credentials(pool);
    const removePicture = async (key: string) => {
      if (isStoreAway) throw new Refusal('unavailable');
      removedPictures.push(key);
    };
    const passwords = new Passwords();
    return new AccountRemovals({
      pool: lookingThrough ?? pool,
      people: new PeopleQueries(lookingThrough ?? pool),
      pipeline,
      credentials,
      passwords,
      sessions,
      ends,
      attempts: new RemovalAttempts(pool),
      posts: { hide: async () => undefined, show: async (removalId) => void givenBack.push(removalId) },
      removePicture,
      now: () => now,
    });
  };

  it('hides the person everywhere and ends all sessions', async () => {
    const { person, token } = await register('Ada');
    const other = await login('Ada');
    const ended: LiveSession[] = [];
    const subscription = subscribeLive<LiveSession>(
      test.connection,
      `${test.prefix}${liveSubjects.sessions}`,
      (message) => ended.push(message),
    );
    const before = Date.now();
    const { undoUntil } = await remove(person.id);
    expect(Date.parse(undoUntil)).toBeGreaterThanOrEqual(before + undoMs);
    expect(await isSeen(person.id, 'Ada')).toBe(false);
    expect([await isLive(token), await isLive(other.token)]).toEqual([false, false]);
    await eventually('the ends are published', () =>
      [token, other.token].every((one) => ended.some(({ tokenHash }) => tokenHash === hashToken(one))),
    );
    subscription.unsubscribe();
    await expect(test.call(identityRpc.mayAsk, { targetId: person.id, askerId: null }, null)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('hides the picture’s address at once, and restores it with the account', async () => {
    const { person } = await register('Frida');
    const [first, second] = [`p${'a'.repeat(24)}`, `p${'b'.repeat(24)}`];
    const show = (key: string) =>
      test.call(identityRpc.changeProfile, { profileImage: `/api/media/${key}` }, person.id);
    const shown = async () => (await test.call(identityRpc.shownPictures, { keys: [first, second] }, null)).keys;
    await show(first);
    expect(await shown()).toEqual([first]);
    await show(second);
    expect(await shown()).toEqual([second]);
    await remove(person.id);
    expect(await shown()).toEqual([]);
    await login('Frida');
    expect(await shown()).toEqual([second]);
  });

  it('hides posts before its answer, and tells content the choice for anonymous ones', async () => {
    const [{ person: one }, { person: other }] = [await register('Tim'), await register('Barbara')];
    const { removalId } = await remove(one.id);
    expect(posts.hidden.at(-1)).toEqual({ accountId: one.id, removalId, cause: 'account', anonymousPosts: 'keep' });
    const removal = await remove(other.id, 'correct horse', 'remove');
    expect(posts.hidden.at(-1)).toMatchObject({
      accountId: other.id,
      removalId: removal.removalId,
      anonymousPosts: 'remove',
    });
    expect((await test.service.pool.query('select 1 from removal_attempts')).rowCount).toBe(0);
  });

  it('deletes nothing while content is down, and a repeat completes it', async () => {
    const { person, token } = await register('Hedy');
    posts.isAway = true;
    await expect(remove(person.id)).rejects.toMatchObject({ code: 'unavailable' });
    expect([await isSeen(person.id, 'Hedy'), await isLive(token)]).toEqual([true, true]);
    posts.isAway = false;
    const { removalId } = await remove(person.id);
    expect(posts.hidden.at(-1)).toMatchObject({ accountId: person.id, removalId });
    expect(await isSeen(person.id, 'Hedy')).toBe(false);
  });

  it('restores posts after a crash before the hiding, and not after completion', async () => {
    const [{ person: died }, { person: deleted }] = [await register('Emmy'), await register('Lise')];
    const attempts = new RemovalAttempts(test.service.pool);
    const [left, done] = [await attempts.begin(died.id), await remove(deleted.id)];
    await test.service.pool.query('insert into removal_attempts (removal_id, account_id) values ($1, $2)', [
      done.removalId,
      deleted.id,
    ]);
    expect(await attempts.begin(died.id)).toEqual(left);
    const removals = removalsAt(Date.now());
    await removals.finishAttempts();
    expect(givenBack).toEqual([]);
    await test.service.pool.query("update removal_attempts set attempted_at = now() - interval '3 minutes'");
    await removals.finishAttempts();
    expect(givenBack).toEqual([left.removalId]);
    expect((await test.service.pool.query('select 1 from removal_attempts')).rowCount).toBe(0);
    expect((await attempts.begin(died.id)).removalId).not.toBe(left.removalId);
  });

  it('needs the password and a session', async () => {
    const { person, token } = await register('Grace');
    await expect(remove(person.id, 'wrong horse')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(identityRpc.deleteAccount, { password: 'correct horse' }, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect([await isSeen(person.id, 'Grace'), await isLive(token)]).toEqual([true, true]);
  });

  it('is undone by signing in, with the person unchanged', async () => {
    const { person, token } = await register('Radia');
    await test.call(identityRpc.setRole, { username: 'Radia', role: 'ambassador', isGranted: true }, null);
    await test.call(identityRpc.changeProfile, { profileLink: 'radia.example', showActivity: false }, person.id);
    await remove(person.id);
    await expect(login('Radia', 'wrong horse')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await isSeen(person.id, 'Radia')).toBe(false);
    const back = await login('Radia');
    expect(back.person).toMatchObject({
      id: person.id,
      isAmbassador: true,
      profileLink: 'radia.example',
      showActivity: false,
    });
    expect([await isSeen(person.id, 'Radia'), await isLive(token), await isLive(back.token)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await typesOf(person.id)).slice(-2)).toEqual(['AccountHidden', 'AccountShown']);
    await remove(person.id);
    expect(await isSeen(person.id, 'Radia')).toBe(false);
  });

  it('is undone by two concurrent sign-ins, which both stay signed in', async () => {
    const { person, token } = await register('Joan');
    await remove(person.id);
    let first: string | undefined;
    const { pool } = test.service;
    const thenSignedIn = {
      query: async (query: pg.QueryConfig) => {
        const answer = await pool.query(query);
        first ??= (await login('Joan')).token;
        return answer;
      },
    };
    const context = { correlationId: 'c', accountId: null, deadline: new Date(Date.now() + 60_000).toISOString() };
    expect(await removalsAt(Date.now(), thenSignedIn as pg.Pool).undo(person.id, context)).toBe(true);
    expect([await isLive(first!), await isLive(token)]).toEqual([true, false]);
  });

  it('erases words, credentials and sessions after 72 hours; the name stays taken', async () => {
    const { person } = await register('Katherine');
    await test.call(identityRpc.changeProfile, { profileImage: `/api/media/p${'k'.repeat(24)}` }, person.id);
    const { undoUntil } = await remove(person.id);
    const end = Date.parse(undoUntil);
    await removalsAt(end - 1).erase();
    expect(await typesOf(person.id)).not.toContain('AccountErased');
    const erased = await Promise.all([removalsAt(end).erase(), removalsAt(end).erase()]);
    expect(erased.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
    expect((await typesOf(person.id)).filter((type) => type === 'AccountErased')).toHaveLength(1);
    for (const table of ['texts', 'credentials', 'sessions'])
      expect(
        (await test.service.pool.query(`select 1 from ${table} where account_id = $1`, [person.id])).rowCount,
      ).toBe(0);
    await expect(login('Katherine')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(register('KATHERINE')).rejects.toMatchObject({ code: 'conflict' });
    expect(await isSeen(person.id, 'Katherine')).toBe(false);
  });

  it('deletes the picture before its address, and retries a failure', async () => {
    const { person } = await register('Mary');
    removedPictures.length = 0;
    const key = `p${'a'.repeat(24)}`;
    await test.call(identityRpc.changeProfile, { profileImage: `/api/media/${key}` }, person.id);
    const end = Date.parse((await remove(person.id)).undoUntil);
    isStoreAway = true;
    await expect(removalsAt(end).erase()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await typesOf(person.id)).not.toContain('AccountErased');
    isStoreAway = false;
    await removalsAt(end).erase();
    expect(removedPictures).toEqual([key]);
    expect(await typesOf(person.id)).toContain('AccountErased');
  });

  it('cannot be undone after the deadline, erased or not', async () => {
    const { person } = await register('Frances');
    const { undoUntil } = await remove(person.id);
    const context = { correlationId: 'c', accountId: null, deadline: new Date(Date.now() + 60_000).toISOString() };
    expect(await removalsAt(Date.parse(undoUntil)).undo(person.id, context)).toBe(false);
    expect(await removalsAt(Date.parse(undoUntil) - 1).undo(person.id, context)).toBe(true);
    expect(await isSeen(person.id, 'Frances')).toBe(true);
  });
});
