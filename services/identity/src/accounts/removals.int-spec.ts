import { contentRpc, identityRpc, Refusal, type Rpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { contextOf, FakeContent, secondProcessOn, startIdentity } from '../identity.suite.js';
import { hashToken } from '../sessions/sessions.js';
import { undoWithinMs } from './account.decider.js';
import { RemovalAttempts } from './removal-attempts.js';

const picture = (letter: string) => `p${letter.repeat(24)}`;

describe('the deletion of an account', () => {
  const posts = new FakeContent();
  const test = serviceForBlock(() => startIdentity({}, posts));

  const isSeen = async (id: string, username: string) => {
    const everybody = { limit: 1000, onlyWhoTakeQuestions: false };
    const [byId, byName, found, listed] = await Promise.all([
      test.people(id),
      test.call(identityRpc.personByName, { username }, null),
      test.call(identityRpc.searchPeople, { words: username, limit: 20 }, null),
      test.call(identityRpc.listPeople, everybody, null),
    ]);
    const isListed = listed.people.some((person) => person.id === id);
    const reads = new Set([byId.length > 0, byName.person !== null, found.people.length > 0, isListed]);
    expect(reads.size).toBe(1);
    return [...reads][0];
  };
  const areLive = (...tokens: string[]) => Promise.all(tokens.map(test.isLive));
  const show = (id: string, letter: string) =>
    test.changeProfile(id, { profileImage: `/api/media/${picture(letter)}` });
  const typesOf = async (id: string) =>
    (await test.rows(`select type from events where data->>'accountId' = $1 order by position`, [id])).map(
      ({ type }) => type,
    );
  const removedPictures: string[] = [];
  const givenBack: string[] = [];
  let isStoreAway = false;
  const removalsAt = (now: number, pool: pg.Pool = test.service.pool) =>
    secondProcessOn(test, {
      pool,
      now: () => now,
      rpc: {
        call: (async (rpc: Rpc, { removalId = '', key = '' }: { removalId?: string; key?: string }) => {
          if (rpc.name === contentRpc.showContentOf.name) givenBack.push(removalId);
          if (rpc.name !== contentRpc.removePicture.name) return {};
          if (isStoreAway) throw new Refusal('unavailable');
          removedPictures.push(key);
          return {};
        }) as never,
      },
    }).removals;

  it('a deletion hides the person everywhere and ends all sessions', async () => {
    const { person, token } = await test.register('Ada');
    const other = await test.login('Ada');
    const ended = await test.endedSessions();
    const before = Date.now();
    const { undoUntil } = await test.deleteAccount(person.id);
    expect(Date.parse(undoUntil)).toBeGreaterThanOrEqual(before + undoWithinMs);
    expect(await isSeen(person.id, 'Ada')).toBe(false);
    expect(await areLive(token, other.token)).toEqual([false, false]);
    await eventually('the ends are published', () =>
      [token, other.token].every((one) => ended.some(({ tokenHash }) => tokenHash === hashToken(one))),
    );
    await expect(test.call(identityRpc.mayAsk, { targetId: person.id, askerId: null }, null)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('a deletion hides the picture’s address until the account is restored', async () => {
    const { person } = await test.register('Frida');
    const keys = [picture('a'), picture('b')];
    const shown = async () => (await test.call(identityRpc.shownPictures, { keys }, null)).keys;
    for (const letter of ['a', 'b']) {
      await show(person.id, letter);
      expect(await shown()).toEqual([picture(letter)]);
    }
    await test.deleteAccount(person.id);
    expect(await shown()).toEqual([]);
    await test.login('Frida');
    expect(await shown()).toEqual([picture('b')]);
  });

  it("a deletion hides posts before it answers, and passes the person's choice on", async () => {
    const [{ person: one }, { person: other }] = [await test.register('Tim'), await test.register('Barbara')];
    const { removalId } = await test.deleteAccount(one.id);
    expect(posts.hidden.at(-1)).toEqual({ accountId: one.id, removalId, cause: 'account', anonymousPosts: 'keep' });
    const removal = await test.call(
      identityRpc.deleteAccount,
      { password: 'correct horse', anonymousPosts: 'remove' },
      other.id,
    );
    const chosen = { accountId: other.id, removalId: removal.removalId, anonymousPosts: 'remove' };
    expect(posts.hidden.at(-1)).toMatchObject(chosen);
    expect(await test.count('removal_attempts')).toBe(0);
  });

  it('a deletion changes nothing while content is down, and can then be repeated', async () => {
    const { person, token } = await test.register('Hedy');
    posts.isAway = true;
    await expect(test.deleteAccount(person.id)).rejects.toMatchObject({ code: 'unavailable' });
    expect([await isSeen(person.id, 'Hedy'), await test.isLive(token)]).toEqual([true, true]);
    posts.isAway = false;
    const { removalId } = await test.deleteAccount(person.id);
    expect(posts.hidden.at(-1)).toMatchObject({ accountId: person.id, removalId });
    expect(await isSeen(person.id, 'Hedy')).toBe(false);
  });

  it('the sweep restores posts if the deletion has crashed, but not if it is complete', async () => {
    const [{ person: died }, { person: deleted }] = [await test.register('Emmy'), await test.register('Lise')];
    const attempts = new RemovalAttempts(test.service.pool);
    const [left, done] = [await attempts.begin(died.id), await test.deleteAccount(deleted.id)];
    await test.rows('insert into removal_attempts values ($1, $2)', [done.removalId, deleted.id]);
    expect(await attempts.begin(died.id)).toEqual(left);
    const removals = removalsAt(Date.now());
    await removals.undoAbandonedAttempts();
    expect(givenBack).toEqual([]);
    await test.rows("update removal_attempts set attempted_at = now() - interval '3 minutes'");
    await removals.undoAbandonedAttempts();
    expect(givenBack).toEqual([left.removalId]);
    expect(await test.count('removal_attempts')).toBe(0);
    expect((await attempts.begin(died.id)).removalId).not.toBe(left.removalId);
  });

  it('a deletion needs the password and a session', async () => {
    const { person, token } = await test.register('Grace');
    await expect(test.deleteAccount(person.id, 'wrong horse')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.deleteAccount(null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([await isSeen(person.id, 'Grace'), await test.isLive(token)]).toEqual([true, true]);
  });

  it('a sign-in restores the account with all its settings', async () => {
    const { person, token } = await test.register('Radia');
    const profile = { profileLink: 'radia.example', showActivity: false };
    await test.setRole('Radia', true);
    await test.changeProfile(person.id, profile);
    await test.deleteAccount(person.id);
    await expect(test.login('Radia', 'wrong horse')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await isSeen(person.id, 'Radia')).toBe(false);
    const back = await test.login('Radia');
    expect(back.person).toMatchObject({ id: person.id, isAmbassador: true, ...profile });
    expect([await isSeen(person.id, 'Radia'), await test.isLive(token), await test.isLive(back.token)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await typesOf(person.id)).slice(-2)).toEqual(['AccountHidden', 'AccountShown']);
    await test.deleteAccount(person.id);
    expect(await isSeen(person.id, 'Radia')).toBe(false);
  });

  it('two concurrent sign-ins restore the account, and both stay signed in', async () => {
    const { person, token } = await test.register('Joan');
    await test.deleteAccount(person.id);
    let first: string | undefined;
    const { pool } = test.service;
    const thenSignedIn = {
      query: async (query: pg.QueryConfig) => {
        const answer = await pool.query(query);
        first ??= (await test.login('Joan')).token;
        return answer;
      },
    };
    expect(await removalsAt(Date.now(), thenSignedIn as pg.Pool).restoreIfHidden(person.id, contextOf(null))).toBe(
      true,
    );
    expect(await areLive(first!, token)).toEqual([true, false]);
  });

  it('after 72 hours, words, credentials and sessions are erased, and the name stays', async () => {
    const { person } = await test.register('Katherine');
    await show(person.id, 'k');
    const { undoUntil } = await test.deleteAccount(person.id);
    const end = Date.parse(undoUntil);
    await removalsAt(end - 1).eraseDueAccounts();
    expect(await typesOf(person.id)).not.toContain('AccountErased');
    const erased = await Promise.all([removalsAt(end).eraseDueAccounts(), removalsAt(end).eraseDueAccounts()]);
    expect(erased.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
    expect((await typesOf(person.id)).filter((type) => type === 'AccountErased')).toHaveLength(1);
    for (const table of ['texts', 'credentials', 'sessions'])
      expect(await test.count(`${table} where account_id = $1`, [person.id])).toBe(0);
    await expect(test.login('Katherine')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(test.register('KATHERINE')).rejects.toMatchObject({ code: 'conflict' });
    expect(await isSeen(person.id, 'Katherine')).toBe(false);
  });

  it('an erasure deletes the picture before its address, and retries after a failure', async () => {
    const { person } = await test.register('Mary');
    removedPictures.length = 0;
    await show(person.id, 'm');
    const end = Date.parse((await test.deleteAccount(person.id)).undoUntil);
    isStoreAway = true;
    await expect(removalsAt(end).eraseDueAccounts()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await typesOf(person.id)).not.toContain('AccountErased');
    isStoreAway = false;
    await removalsAt(end).eraseDueAccounts();
    expect(removedPictures).toEqual([picture('m')]);
    expect(await typesOf(person.id)).toContain('AccountErased');
  });

  it('a deletion cannot be undone after 72 hours, even before the erasure', async () => {
    const { person } = await test.register('Frances');
    const { undoUntil } = await test.deleteAccount(person.id);
    expect(await removalsAt(Date.parse(undoUntil)).restoreIfHidden(person.id, contextOf(null))).toBe(false);
    expect(await removalsAt(Date.parse(undoUntil) - 1).restoreIfHidden(person.id, contextOf(null))).toBe(true);
    expect(await isSeen(person.id, 'Frances')).toBe(true);
  });
});
