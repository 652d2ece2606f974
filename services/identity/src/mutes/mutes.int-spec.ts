import { randomUUID } from 'node:crypto';
import { identityRpc, type LiveSession, limits, liveSubjects, type MuteKind } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { undoWithinMs } from '../accounts/account.decider.js';
import { secondProcessOn, startIdentity } from '../identity.suite.js';
import { muteRows } from './mute.projection.js';

describe('blocks and mutes', () => {
  const test = serviceForBlock(() => startIdentity());
  const set = (accountId: string, kind: MuteKind, mutedId: string, isOn = true, isGone = false) =>
    test.call(identityRpc.setMute, { kind, mutedId, isOn, isGone }, accountId);
  const own = async (accountId: string) =>
    (await test.call(identityRpc.ownMutes, {}, accountId)).mutes.map(({ kind, mutedId }) => `${kind} ${mutedId}`);
  const two = async () => {
    const [one, other] = [await test.register(`one-${randomUUID()}`), await test.register(`other-${randomUUID()}`)];
    return { one: one.person.id, other: other.person.id, tokens: { one: one.token, other: other.token } };
  };

  it('mutes are listed newest first, and are part of the session until they are undone', async () => {
    const { one, other, tokens } = await two();
    const questionId = randomUUID();
    const plain = { accountId: one, isAmbassador: false, isSpotlight: false };
    expect(await test.session(tokens.one)).toEqual(plain);
    for (const [kind, id] of [
      ['block', other],
      ['question', questionId],
      ['person', other],
    ] as const)
      expect(await set(one, kind, id)).toEqual({ isOn: true });
    expect(await own(one)).toEqual([`person ${other}`, `question ${questionId}`, `block ${other}`]);
    expect(await test.session(tokens.one)).toEqual({ ...plain, mutes: { people: [other], questions: [questionId] } });
    expect(await test.session(tokens.other)).toEqual({ ...plain, accountId: other, isBlocked: true });
    expect(await own(other)).toEqual([]);
    await set(one, 'block', other, false);
    expect(await test.session(tokens.one)).toMatchObject({ mutes: { people: [other] } });
    expect(await test.session(tokens.other)).toEqual({ ...plain, accountId: other });
    for (const [kind, id] of [
      ['person', other],
      ['question', questionId],
    ] as const)
      await set(one, kind, id, false);
    expect(await test.session(tokens.one)).toEqual(plain);
  });

  it('a repeated mute changes nothing, and gateways hear only of sessions that change', async () => {
    const { one, other } = await two();
    const told = await test.live<LiveSession>(liveSubjects.sessions);
    for (const kind of ['block', 'block', 'person', 'person'] as const) await set(one, kind, other);
    await eventually('the sessions are told', () => told.length >= 3);
    expect(told.map(({ accountId }) => accountId)).toEqual([one, other, one]);
    expect(
      await test.rows(`select 1 from events where type = 'MuteChanged' and data ->> 'accountId' = $1`, [one]),
    ).toHaveLength(2);
  });

  it('a mute of oneself, of an unknown account or above the limit is refused', async () => {
    const { one, other } = await two();
    await expect(set(one, 'person', one)).rejects.toMatchObject({ code: 'invalid_input' });
    for (const kind of ['block', 'person'] as const)
      await expect(set(one, kind, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    const questionId = randomUUID();
    await expect(set(one, 'question', questionId, true, true)).rejects.toMatchObject({ code: 'not_found' });
    await set(one, 'question', questionId);
    const row = `select $1::uuid, 'question', gen_random_uuid(), now() from generate_series(2, $2)`;
    await test.rows(`insert into mutes ${row}`, [one, limits.mutes]);
    await expect(set(one, 'block', other)).rejects.toMatchObject({ code: 'conflict' });
    expect(await set(one, 'question', questionId, false, true)).toEqual({ isOn: false });
    expect(await set(one, 'block', other)).toEqual({ isOn: true });
  });

  it('a block refuses signed questions, but neither anonymous ones nor visitors', async () => {
    const { one, other } = await two();
    const mayAsk = async (askerId: string | null, isAnonymous = false) =>
      (await test.call(identityRpc.mayAsk, { targetId: one, askerId, isAnonymous }, null)).mayAsk;
    const isListed = async (isAnonymous: boolean) => {
      const wanted = { limit: limits.userList, onlyWhoTakeQuestions: true, isAnonymous };
      return (await test.call(identityRpc.listPeople, wanted, other)).people.some(({ id }) => id === one);
    };
    const all = async () => [
      await mayAsk(other),
      await mayAsk(other, true),
      await mayAsk(null),
      await isListed(false),
      await isListed(true),
    ];
    await set(one, 'person', other);
    await set(other, 'block', one);
    expect(await all()).toEqual([true, true, true, true, true]);
    await set(one, 'block', other);
    expect(await all()).toEqual([false, true, true, false, true]);
    const among = { accountIds: [other, one, randomUUID()] };
    expect(await test.call(identityRpc.blockersAmong, among, other)).toEqual({ blockerIds: [one] });
    await set(one, 'block', other, false);
    expect(await all()).toEqual([true, true, true, true, true]);
  });

  it('an erasure deletes mutes that name the account on either side, also in a rebuild', async () => {
    const { one, other } = await two();
    const third = (await test.register(`third-${randomUUID()}`)).person.id;
    await set(one, 'block', other);
    await set(other, 'person', one);
    await set(other, 'person', third);
    await test.deleteAccount(one);
    const away = { now: () => Date.now() + undoWithinMs + 1, rpc: { call: async () => ({}) } as never };
    expect(await own(other)).toHaveLength(2);
    await secondProcessOn(test, away).removals.eraseDueAccounts();
    expect(await own(other)).toEqual([`person ${third}`]);
    const about = await test.rows('select 1 from mutes where account_id = $1 or muted_id = $1', [one]);
    expect(about).toEqual([]);
    await test.rebuild(muteRows);
    expect(await own(other)).toEqual([`person ${third}`]);
  });
});
