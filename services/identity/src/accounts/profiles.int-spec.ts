import { identityRpc, LevelChanged, type Person, type RpcInput } from '@hearsay/contracts';
import { rebuildReadModel } from '@hearsay/event-store';
import { createTestServiceStub, eventually, sourceFact, startEventSource, type TestService } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { register as registerIn, startIdentity } from '../identity.suite.js';
import { accountRows } from './accounts.projection.js';

describe('profiles', () => {
  const test = aService(() => startIdentity());

  const register = async (username: string) => (await registerIn(test, username)).person;
  const read = async (id: string): Promise<Person> =>
    (await test.call(identityRpc.people, { ids: [id] }, null)).people[0]!;
  const change = (id: string, changes: RpcInput<typeof identityRpc.changeProfile>) =>
    test.call(identityRpc.changeProfile, changes, id);
  const grant = (username: string, role: 'ambassador' | 'spotlight', isGranted = true) =>
    test.call(identityRpc.setRole, { username, role, isGranted }, null);
  const wordsOf = async (id: string) =>
    (await test.service.pool.query('select words from texts where account_id = $1 order by words', [id])).rows.map(
      ({ words }) => words,
    );

  const pictureAt = (number: number) => `/api/media/p${String(number).padStart(24, '0')}`;

  it('begin with their defaults and keep changes', async () => {
    const { id } = await register('Ada');
    expect(await read(id)).toMatchObject({
      profileImage: null,
      profileLink: null,
      gradientColors: 'from-purple-400 to-pink-400',
      chosenAura: 'none',
      showActivity: true,
      hideAmbassadorTitle: false,
      whoMayAsk: 'everyone',
    });
    await change(id, { profileImage: pictureAt(1), showActivity: false });
    await change(id, {
      profileImage: pictureAt(2),
      gradientColors: 'from-gray-300 to-gray-500',
      whoMayAsk: 'signed-in',
    });
    expect(await read(id)).toMatchObject({
      profileImage: pictureAt(2),
      gradientColors: 'from-gray-300 to-gray-500',
      showActivity: false,
      whoMayAsk: 'signed-in',
    });
    expect(await wordsOf(id)).toEqual([pictureAt(2), 'Ada']);
    await change(id, { profileImage: null });
    expect(await read(id)).toMatchObject({ profileImage: null });
    expect(await wordsOf(id)).toEqual(['Ada']);
  });

  it('are changed only by their existing owner', async () => {
    await expect(test.call(identityRpc.changeProfile, { showActivity: false }, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const unknown = '01930000-0000-7000-8000-00000000dead';
    await expect(change(unknown, { showActivity: false })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['https://example.org/1.png', '/api/media/e', 'data:image/png;base64,AAAA'])(
    'take no picture at %s',
    async (profileImage) => {
      const { id } = await register(`Elsewhere ${profileImage.length}`);
      await expect(change(id, { profileImage })).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await read(id)).toMatchObject({ profileImage: null });
    },
  );

  it('are changed once per key', async () => {
    const { id } = await register('Radia');
    const twice = (profileImage: string) =>
      test.call(identityRpc.changeProfile, { profileImage }, id, { idempotencyKey: 'one-key' });
    await twice(pictureAt(1));
    await change(id, { profileImage: null });
    await twice(pictureAt(1));
    expect(await read(id)).toMatchObject({ profileImage: null });
    await expect(twice(pictureAt(2))).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('show a link only while its person is ambassador or spotlight', async () => {
    const { id } = await register('Grace');
    await expect(change(id, { profileLink: 'grace.example' })).rejects.toMatchObject({ code: 'forbidden' });
    await grant('Grace', 'spotlight');
    await change(id, { profileLink: 'grace.example' });
    expect(await read(id)).toMatchObject({ profileLink: 'grace.example' });
    await grant('Grace', 'spotlight', false);
    expect(await read(id)).toMatchObject({ profileLink: null });
    await grant('Grace', 'ambassador');
    expect(await read(id)).toMatchObject({ profileLink: 'grace.example' });
  });

  it('keep the chosen aura and show it only while it is earned', async () => {
    const { id } = await register('Katherine');
    const gamification = await startEventSource('gamification', test.connection, test.prefix);
    try {
      const reach = async (level: number, revision: number) => {
        const fact = { accountId: id, level, previousLevel: 1, revision };
        await gamification.publish(sourceFact(LevelChanged, fact, { at: '2026-11-20T10:00:00.000Z', routingId: id }));
        await eventually(`level ${level} arrives`, async () => (await read(id)).level === level);
      };
      await expect(change(id, { aura: 'shadow-flame' })).rejects.toMatchObject({
        code: 'forbidden',
        message: 'This aura is locked',
      });
      await reach(5, 1);
      await change(id, { aura: 'shadow-flame' });
      expect(await read(id)).toMatchObject({
        profileAura: 'shadow-flame',
        chosenAura: 'shadow-flame',
        badge: 'expert',
        profileBorder: 'expert',
      });
      await reach(4, 2);
      expect(await read(id)).toMatchObject({ profileAura: 'none', chosenAura: 'shadow-flame', badge: 'veteran' });
      await reach(5, 3);
      expect(await read(id)).toMatchObject({ profileAura: 'shadow-flame' });
    } finally {
      await gamification.stop();
    }
  });

  it('are the same after a rebuild from the log, also after many changes at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => register(`many-${index}`)));
    await grant('many-3', 'ambassador');
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const { id } = people[index % people.length]!;
        const changes = [
          { showActivity: index % 3 === 0 },
          { gradientColors: index % 2 === 0 ? 'from-gray-300 to-gray-500' : 'from-red-600 to-amber-500' },
          { profileImage: index % 4 === 0 ? null : pictureAt(index) },
          { whoMayAsk: index % 2 === 0 ? 'nobody' : 'following' },
        ] as const;
        return change(id, changes[index % changes.length]!);
      }),
    );
    await change(people[3]!.id, { profileLink: 'many.example', hideAmbassadorTitle: true });
    const rows = async () => (await test.service.pool.query('select * from accounts order by account_id')).rows;
    const live = await rows();
    const { ownerUrl, role } = test.database;
    await rebuildReadModel({ ownerUrl, role, model: accountRows, progress: () => undefined });
    expect(await rows()).toEqual(live);
    const images = await test.service.pool.query(
      'select count(*)::int as n from accounts a left join texts t on t.id = a.profile_image_text_id where a.profile_image_text_id is not null and t.id is null',
    );
    expect(images.rows).toEqual([{ n: 0 }]);
  });
});

describe('permission to ask a question', () => {
  let test: TestService;
  let engagement: { stop(): void };
  const follows = new Set<string>();
  let asked = 0;
  beforeAll(async () => {
    test = await startIdentity();
    engagement = createTestServiceStub(test.connection, test.prefix, 'engagement', {
      'followers-among': (input) => {
        asked += 1;
        const { followedId, accountIds } = input as { followedId: string; accountIds: string[] };
        return { followerIds: accountIds.filter((id) => follows.has(`${id}>${followedId}`)) };
      },
    });
  });
  afterAll(async () => {
    engagement.stop();
    await test.stop();
  });

  it.each([
    ['everyone', true, true, true],
    ['signed-in', true, true, false],
    ['following', true, false, false],
    ['nobody', false, false, false],
  ] as const)(
    '%s: followed people %j, other signed-in people %j, visitors %j',
    async (whoMayAsk, followed, others, visitor) => {
      const { person: target } = await registerIn(test, `target-${whoMayAsk}`);
      const { person: friend } = await registerIn(test, `friend-${whoMayAsk}`);
      const { person: fan } = await registerIn(test, `fan-${whoMayAsk}`);
      follows.add(`${target.id}>${friend.id}`).add(`${fan.id}>${target.id}`);
      await test.call(identityRpc.changeProfile, { whoMayAsk }, target.id);
      const askers = [friend.id, fan.id, null];
      const mayAsk = async (askerId: string | null, isAnonymous = false) =>
        (await test.call(identityRpc.mayAsk, { targetId: target.id, askerId, isAnonymous }, null)).mayAsk;
      expect(await Promise.all(askers.map((id) => mayAsk(id)))).toEqual([followed, others, visitor]);
      const takers = async (viewer: string | null, isAnonymous = false) =>
        (
          await test.call(identityRpc.listPeople, { limit: 1000, onlyWhoTakeQuestions: true, isAnonymous }, viewer)
        ).people.map(({ id }) => id);
      const isAmong = async (viewer: string | null, isAnonymous = false) =>
        (await takers(viewer, isAnonymous)).includes(target.id);
      expect(await Promise.all(askers.map((id) => isAmong(id)))).toEqual([followed, others, visitor]);
      expect(await takers(target.id)).not.toContain(target.id);
      // All members get the same answer: a narrower rule would reveal the author.
      const anonymously = [others, others, visitor];
      expect(await Promise.all(askers.map((id) => mayAsk(id, true)))).toEqual(anonymously);
      expect(await Promise.all(askers.map((id) => isAmong(id, true)))).toEqual(anonymously);
    },
  );

  it('asks engagement only if the follow matters', async () => {
    const { person } = await registerIn(test, 'Nora');
    asked = 0;
    for (const askerId of [null, person.id])
      await test.call(identityRpc.mayAsk, { targetId: person.id, askerId }, null);
    await test.call(identityRpc.changeProfile, { whoMayAsk: 'following' }, person.id);
    const { person: fan } = await registerIn(test, 'Fan');
    await test.call(identityRpc.mayAsk, { targetId: person.id, askerId: fan.id, isAnonymous: true }, null);
    expect(asked).toBe(0);
  });

  it('is missing for unknown people', async () => {
    const targetId = '01930000-0000-7000-8000-00000000dead';
    await expect(test.call(identityRpc.mayAsk, { targetId, askerId: null }, null)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the search for people', () => {
  const test = aService(() => startIdentity());
  beforeAll(async () => {
    for (const username of ['Maya', 'maya_writes', 'Amaya', 'Żółw', 'per%cent', 'per_cent', '日本の名前'])
      await registerIn(test, username, { isCreator: username === 'Amaya' });
  });

  const search = async (words: string, limit = 20) =>
    (await test.call(identityRpc.searchPeople, { words, limit }, null)).people.map(({ username }) => username);

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

  it('answers as many as requested', async () => {
    expect(await search('maya', 2)).toEqual(['Maya', 'maya_writes']);
  });

  it('lists all by name', async () => {
    const { people } = await test.call(identityRpc.listPeople, { limit: 1000, onlyWhoTakeQuestions: false }, null);
    expect(people.slice(0, 3).map(({ username, isCreator }) => [username, isCreator])).toEqual([
      ['Amaya', true],
      ['Maya', false],
      ['maya_writes', false],
    ]);
    expect(people).toHaveLength(7);
    expect(
      (await test.call(identityRpc.listPeople, { limit: 2, onlyWhoTakeQuestions: false }, null)).people,
    ).toHaveLength(2);
  });

  it('lists all in pages, each after the last name of the one before', async () => {
    const names: string[] = [];
    for (let after = ''; ; after = names.at(-1) ?? '') {
      const { people } = await test.call(
        identityRpc.listPeople,
        { limit: 3, after, onlyWhoTakeQuestions: false },
        null,
      );
      if (people.length === 0) break;
      names.push(...people.map(({ username }) => username));
    }
    const { people } = await test.call(identityRpc.listPeople, { limit: 1000, onlyWhoTakeQuestions: false }, null);
    expect(names).toEqual(people.map(({ username }) => username));
    const odd = { limit: 3, after: 'a\0b', onlyWhoTakeQuestions: false };
    expect(await test.call(identityRpc.listPeople, odd, null)).toEqual({ people: [] });
  });

  it('needs no scan of all names', async () => {
    const { pool } = test.service;
    // The service's own connections end statements after five seconds.
    const client = new pg.Client({ connectionString: test.database.ownerUrl });
    await client.connect();
    await client.query(
      `insert into credentials (account_id, username_folded, password_hash)
       select gen_random_uuid(), 'somebody' || md5(n::text), '' from generate_series(1, 20000) n`,
    );
    await client.query('analyze credentials');
    await client.end();
    for (const where of [
      `username_folded like '%${'abc'}%'`,
      `username_folded ~>=~ 'ab' and username_folded ~<~ 'ab\u{10ffff}'`,
    ]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain select account_id from credentials where ${where}`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
    }
  });
});
