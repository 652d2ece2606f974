import { randomUUID } from 'node:crypto';
import { engagementRpc, identityRpc } from '@hearsay/contracts';
import { countedBuffers, createTestServiceStub, eventually, levelFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startIdentity } from '../identity.suite.js';
import { PeopleQueries } from './people.queries.js';

const unknown = '01930000-0000-7000-8000-00000000dead';

const manyPeople = `
  insert into accounts (account_id, username_text_id, is_creator, created_at)
    select gen_random_uuid(), gen_random_uuid(), false, now() from generate_series(1, 20000);
  insert into texts (id, account_id, words) select username_text_id, account_id, 'zoe' || account_id from accounts
    on conflict do nothing;
  insert into credentials (account_id, username_folded, password_hash)
    select account_id, 'zoe' || account_id, repeat('x', 100) from accounts on conflict do nothing`;

describe('profiles', () => {
  const test = serviceForBlock(() => startIdentity());

  const register = async (username: string) => (await test.register(username)).person;
  const wordsOf = async (id: string) =>
    (await test.rows('select words from texts where account_id = $1 order by words', [id])).map(({ words }) => words);

  const pictureAt = (number: number) => `/api/media/p${String(number).padStart(24, '0')}`;

  it('profiles keep all changed fields, and only the newest words of each field', async () => {
    const { id } = await register('Ada');
    await test.changeProfile(id, { profileImage: pictureAt(1), showActivity: false });
    const changes = { gradientColors: 'from-gray-300 to-gray-500', whoMayAsk: 'signed-in' } as const;
    await test.changeProfile(id, { profileImage: pictureAt(2), ...changes });
    expect(await test.person(id)).toMatchObject({ ...changes, profileImage: pictureAt(2), showActivity: false });
    expect(await wordsOf(id)).toEqual([pictureAt(2), 'Ada']);
    await test.changeProfile(id, { profileImage: null });
    expect(await test.person(id)).toMatchObject({ profileImage: null });
    expect(await wordsOf(id)).toEqual(['Ada']);
  });

  it.each(['https://example.org/1.png', '/api/media/e', 'data:image/png;base64,AAAA'])(
    'refuse a picture at %s',
    async (profileImage) => {
      const { id } = await register(`Elsewhere ${profileImage.length}`);
      await expect(test.changeProfile(id, { profileImage })).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await test.person(id)).toMatchObject({ profileImage: null });
    },
  );

  it('profiles show the link only while the person is ambassador or spotlight', async () => {
    const { id } = await register('Grace');
    const change = () => test.changeProfile(id, { profileLink: 'grace.example' });
    await expect(change()).rejects.toMatchObject({ code: 'forbidden' });
    await test.setRole('Grace', true, 'spotlight');
    await change();
    expect(await test.person(id)).toMatchObject({ profileLink: 'grace.example' });
    await test.setRole('Grace', false, 'spotlight');
    expect(await test.person(id)).toMatchObject({ profileLink: null });
    await test.setRole('Grace', true);
    expect(await test.person(id)).toMatchObject({ profileLink: 'grace.example' });
  });

  it('profiles show the invitation, and erase replaced words', async () => {
    const { id } = await register('Rachel');
    await test.changeProfile(id, { invitation: 'Ask me about night trains' });
    expect(await test.person(id)).toMatchObject({ invitation: 'Ask me about night trains' });
    await test.changeProfile(id, { invitation: 'Ask me about owls' });
    expect(await wordsOf(id)).toEqual(['Ask me about owls', 'Rachel']);
    const log = await test.rows<{ line: string }>('select data::text || meta::text as line from events');
    expect(log.map(({ line }) => line).join()).not.toMatch(/trains|owls/);
    await test.changeProfile(id, { invitation: null });
    expect([await test.person(id), await wordsOf(id)]).toMatchObject([{ invitation: null }, ['Rachel']]);
  });

  it('a wipe hides the invitation until its undo, but not one that is set later', async () => {
    const { id } = await register('Clara');
    const [first, second] = [randomUUID(), randomUUID()];
    const hide = (removalId: string) => test.call(identityRpc.hideInvitationOf, { accountId: id, removalId }, null);
    const show = (removalId: string) => test.call(identityRpc.showInvitationOf, { accountId: id, removalId }, null);
    const shown = async () => (await test.person(id)).invitation;
    const hasInvitation = async () => (await test.call(identityRpc.wipeSubject, { accountId: id }, null)).hasInvitation;
    await hide(first);
    await test.changeProfile(id, { invitation: 'Ask me' });
    expect([await shown(), await hasInvitation()]).toEqual(['Ask me', true]);
    for (const removalId of [first, first, second]) await hide(removalId);
    expect([await shown(), await hasInvitation()]).toEqual([null, false]);
    await show(second);
    expect(await shown()).toBeNull();
    for (let time = 0; time < 2; time += 1) await show(first);
    expect(await shown()).toBe('Ask me');
    await hide(second);
    await test.changeProfile(id, { invitation: 'Ask me anew' });
    await show(second);
    expect([await shown(), await wordsOf(id)]).toEqual(['Ask me anew', ['Ask me anew', 'Clara']]);
  });

  it('removing another person’s invitation erases its words and makes one event', async () => {
    const { id } = await register('Ida');
    await test.changeProfile(id, { invitation: 'Ask me' });
    const remove = (accountId: string) => test.call(identityRpc.removeInvitation, { accountId }, unknown);
    for (let time = 0; time < 2; time += 1) await remove(id);
    expect([await test.person(id), await wordsOf(id)]).toMatchObject([{ invitation: null }, ['Ida']]);
    const removals = await test.rows<{ actor: string }>(
      "select meta ->> 'actor' as actor from events where type = 'InvitationRemoved' and stream = $1",
      [`account-${id}`],
    );
    expect(removals).toEqual([{ actor: unknown }]);
    await expect(remove(unknown)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('profiles keep the chosen aura, and show it only while the level allows it', async () => {
    const { id } = await register('Katherine');
    const reach = async (level: number, revision: number) => {
      await test.gamification.publish(levelFact(id, 1, level, revision));
      await eventually(`level ${level} arrives`, async () => (await test.person(id)).level === level);
    };
    const choose = () => test.changeProfile(id, { aura: 'shadow-flame' });
    await expect(choose()).rejects.toMatchObject({ code: 'forbidden', message: 'This aura is locked' });
    await reach(5, 1);
    await choose();
    const chosen = { chosenAura: 'shadow-flame', profileAura: 'shadow-flame' };
    expect(await test.person(id)).toMatchObject({ ...chosen, badge: 'expert', profileBorder: 'expert' });
    await reach(4, 2);
    expect(await test.person(id)).toMatchObject({ ...chosen, profileAura: 'none', badge: 'veteran' });
    await reach(5, 3);
    expect(await test.person(id)).toMatchObject(chosen);
  });
});

describe('permission to ask a question', () => {
  const test = serviceForBlock(() => startIdentity());
  const follows = new Set<string>();
  let asked = 0;
  beforeAll(() => {
    createTestServiceStub(test.connection, test.prefix, 'engagement', {
      [engagementRpc.followersAmong.name]: (input) => {
        asked += 1;
        const { followedId, accountIds } = input as { followedId: string; accountIds: string[] };
        return { followerIds: accountIds.filter((id) => follows.has(`${id}>${followedId}`)) };
      },
    });
  });

  const mayAsk = async (targetId: string, askerId: string | null, isAnonymous = false) =>
    (await test.call(identityRpc.mayAsk, { targetId, askerId, isAnonymous }, null)).mayAsk;

  it.each([
    ['everyone', true, true, true],
    ['signed-in', true, true, false],
    ['following', true, false, false],
    ['nobody', false, false, false],
  ] as const)(
    '%s: followed people %j, other signed-in people %j, visitors %j',
    async (whoMayAsk, followed, others, visitor) => {
      const [target, friend, fan] = await Promise.all(
        ['target', 'friend', 'fan'].map(async (name) => (await test.register(`${name}-${whoMayAsk}`)).person.id),
      );
      follows.add(`${target}>${friend}`).add(`${fan}>${target}`);
      await test.changeProfile(target!, { whoMayAsk });
      const askers = [friend!, fan!, null];
      const takers = async (viewer: string | null, isAnonymous = false) => {
        const wanted = { limit: 1000, onlyWhoTakeQuestions: true, isAnonymous };
        return (await test.call(identityRpc.listPeople, wanted, viewer)).people.map(({ id }) => id);
      };
      expect(await takers(target!)).not.toContain(target);
      // Every signed-in asker gets the same answer for an anonymous question. A narrower rule would reveal the author.
      for (const [isAnonymous, expected] of [
        [false, [followed, others, visitor]],
        [true, [others, others, visitor]],
      ] as const) {
        expect(await Promise.all(askers.map((id) => mayAsk(target!, id, isAnonymous)))).toEqual(expected);
        const lists = await Promise.all(askers.map((id) => takers(id, isAnonymous)));
        expect(lists.map((list) => list.includes(target!))).toEqual(expected);
      }
    },
  );

  it('anonymous asks are refused while they are off, and allowed after that time', async () => {
    const { id } = (await test.register('Iris')).person;
    const fan = (await test.register('Ivo')).person.id;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const answers = async () => {
      const wanted = { limit: 1000, onlyWhoTakeQuestions: true, isAnonymous: true };
      const lists = [];
      for (const viewer of [fan, null]) lists.push((await test.call(identityRpc.listPeople, wanted, viewer)).people);
      const asked = [[fan, true] as const, [null, true] as const, [null, false] as const];
      const anonymous = [
        ...(await Promise.all(asked.map(([asker, isAnonymous]) => mayAsk(id, asker, isAnonymous)))),
        ...lists.map((people) => people.some((person) => person.id === id)),
      ];
      const { mayAskAnonymously } = await test.call(identityRpc.mayAsk, { targetId: id, askerId: fan }, null);
      const { anonymousAsks, anonymousAsksOffUntil } = await test.person(id);
      expect(await mayAsk(id, fan)).toBe(true);
      expect(new Set(anonymous)).toEqual(new Set([mayAskAnonymously]));
      return [mayAskAnonymously, anonymousAsks, anonymousAsksOffUntil];
    };
    expect(await answers()).toEqual([true, 'on', null]);
    await test.changeProfile(id, { anonymousAsks: 'off' });
    expect(await answers()).toEqual([false, 'off', null]);
    const until = inDays(7);
    await test.changeProfile(id, { anonymousAsksOffUntil: until });
    expect(await answers()).toEqual([false, 'off', until]);
    await test.rows(
      `update accounts set anonymous_asks_off_until = now() - interval '1 second' where account_id = $1`,
      [id],
    );
    expect(await answers()).toEqual([true, 'on', null]);
    await test.changeProfile(id, { anonymousAsks: 'on' });
    expect(await answers()).toEqual([true, 'on', null]);
    for (const wrong of [inDays(-1), inDays(31)])
      await expect(test.changeProfile(id, { anonymousAsksOffUntil: wrong })).rejects.toMatchObject({
        details: { fields: { anonymousAsksOffUntil: expect.any(String) } },
      });
  });

  it('`may-ask` calls engagement only if follows matter, and refuses unknown targets', async () => {
    const { id } = (await test.register('Nora')).person;
    asked = 0;
    for (const askerId of [null, id]) await mayAsk(id, askerId);
    await test.changeProfile(id, { whoMayAsk: 'following' });
    await mayAsk(id, (await test.register('Fan')).person.id, true);
    expect(asked).toBe(0);
    await expect(mayAsk(unknown, null)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the search for people', () => {
  const test = serviceForBlock(() => startIdentity());
  beforeAll(async () => {
    for (const username of ['Maya', 'maya_writes', 'Amaya', 'Żółw', 'per%cent', 'per_cent', '日本の名前'])
      await test.register(username, { isCreator: username === 'Amaya' });
  });

  const search = async (words: string, limit = 20) =>
    (await test.call(identityRpc.searchPeople, { words, limit }, null)).people.map(({ username }) => username);
  const list = async (limit: number, after = '') =>
    (await test.call(identityRpc.listPeople, { limit, after, onlyWhoTakeQuestions: false }, null)).people;

  it.each([
    ['MAYA', ['Maya', 'maya_writes', 'Amaya']],
    ['  maya  ', ['Maya', 'maya_writes', 'Amaya']],
    ['@maya', ['Maya', 'maya_writes', 'Amaya']],
    [' ＠MAYA_W', ['maya_writes']],
    ['@', []],
    ['m', ['Maya', 'maya_writes']],
    ['ma', ['Maya', 'maya_writes']],
    ['aya', ['Amaya', 'Maya', 'maya_writes']],
    ['writes', ['maya_writes']],
    ['żół', ['Żółw']],
    ['日本', ['日本の名前']],
    ['r%c', ['per%cent']],
    ['r_c', ['per_cent']],
    ['nobody', []],
    ['', []],
    ['a\0b', []],
  ])('%j finds %j', async (words, usernames) => {
    const found = await search(words);
    expect(words === 'aya' ? [...found].sort() : found).toEqual(usernames);
  });

  it('the search returns at most the requested number of people', async () => {
    expect(await search('maya', 2)).toEqual(['Maya', 'maya_writes']);
  });

  it('all people are listed by name, in pages that continue after a name', async () => {
    const all = await list(1000);
    expect(all.slice(0, 3).map(({ username, isCreator }) => [username, isCreator])).toEqual([
      ['Amaya', true],
      ['Maya', false],
      ['maya_writes', false],
    ]);
    expect(all).toHaveLength(7);
    const paged: typeof all = [];
    for (let page = await list(3); page.length > 0; page = await list(3, page.at(-1)!.username)) paged.push(...page);
    expect(paged).toEqual(all);
    expect(await list(3, 'a\0b')).toEqual([]);
  });

  it('a search by three letters reads at most twice the buffers of a small search', async () => {
    await test.asOwner(manyPeople);
    await test.asOwner('vacuum analyze accounts, texts, credentials');
    const counted = countedBuffers(test.service.pool);
    const people = new PeopleQueries(counted.pool);
    const small = await counted.during(() => people.searchPeople('zo', 20));
    expect(await counted.during(() => people.searchPeople('zoe', 20))).toBeLessThanOrEqual(2 * small);
  });
});
