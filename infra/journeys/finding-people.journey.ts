import type {
  ActivityItem,
  ErrorBody,
  FoundUser,
  HeardUser,
  Notification,
  OwnUser,
  Profile,
  Report,
  User,
  XpToday,
} from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { readEverything } from './attack/read-everything.ts';
import { Client, defaultPassword, uniqueUsername } from './client.ts';
import { grantRole } from './roles.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

const invitation = 'Ask me about night trains';

export const findingPeopleJourney = (system: System): void => {
  const visitor = new Client(system);
  const [loud, ghost, newcomer, fan, ambassador] = registerPeople(
    system,
    ...(['loud', 'ghost', 'newcomer', 'fan', 'ambassador'] as const),
  );
  beforeAll(() => grantRole(system, ambassador, 'ambassador'));

  const heard = async (client: Client) => await client.get<HeardUser[]>('/api/users/heard');
  const isHeard = async (client: Client, who: Client) => (await heard(client)).some(({ id }) => id === who.user.id);
  const found = async (client: Client) => {
    const people = await client.get<FoundUser[]>(`/api/users/search?q=${encodeURIComponent(loud.user.username)}`);
    return people.find(({ id }) => id === loud.user.id);
  };
  const userOf = (client: Client, who: Client) =>
    client.get<User | OwnUser>(`/api/users/username/${encodeURIComponent(who.user.username)}`);

  it('a new user sees the people who were heard this week, but no anonymous authors', async () => {
    const named = await loud.ask({ title: 'Who hears the last train?' });
    const secret = await ghost.ask({ title: 'Who hears what I hide?', isAnonymous: true });
    for (const booster of [fan, ambassador]) for (const { id } of [named, secret]) await booster.boost('question', id);
    await ghost.boost('question', secret.id);
    await untilReadyAndSettled(system);
    // Waits, because the gateway caches the list for ten seconds.
    await eventually('the newcomer finds the loud one', () => isHeard(newcomer, loud));
    const row = (await heard(newcomer)).find(({ id }) => id === loud.user.id);
    expect(row).toEqual({
      id: loud.user.id,
      username: loud.user.username,
      profileImage: null,
      gradientColors: loud.user.gradientColors,
      profileAura: 'none',
      level: 1,
      badge: null,
      isFollowing: false,
    });
    for (const client of [newcomer, fan, ambassador]) expect(await isHeard(client, ghost)).toBe(false);
    expect(await isHeard(loud, loud)).toBe(false);
  });

  it('the list leaves out people who are followed, hide their activity or are deleted', async () => {
    expect(await found(newcomer)).toMatchObject({ level: 1, badge: null, isFollowing: false });
    expect(await found(visitor)).toMatchObject({ level: null, badge: null, isFollowing: null });
    await newcomer.follow(loud.user.id);
    expect([await isHeard(newcomer, loud), (await found(newcomer))?.isFollowing]).toEqual([false, true]);
    await newcomer.expect('DELETE', `/api/users/${loud.user.id}/follow`);
    expect(await isHeard(newcomer, loud)).toBe(true);
    await loud.change('activity', { showActivity: false });
    expect(await isHeard(newcomer, loud)).toBe(false);
    await loud.change('activity', { showActivity: true });
    await loud.deleteAccount();
    await eventually('they are gone', async () => !(await isHeard(newcomer, loud)));
    await loud.login(loud.user.username);
    await eventually('they are back', () => isHeard(newcomer, loud));
  });

  it('lists the answers and episodes of a person without locked words', async () => {
    const room = await fan.ask({ title: 'What do you lock?', replyBoostThreshold: 3 });
    const answer = await loud.say(room.id, 'My locked words');
    await loud.say(room.id, 'Nobody knows me', { isAnonymous: true });
    const episode = await loud.publish('Night trains');
    await untilReadyAndSettled(system);
    const posts = async (client: Client, kind: string) =>
      (await client.get<ActivityItem[]>(`/api/users/${loud.user.id}/posts?kind=${kind}`)).map((item) => [
        item.id,
        item.kind === 'answer' ? item.content : item.title,
      ]);
    for (const client of [visitor, fan]) expect(await posts(client, 'answer')).toEqual([[answer.id, null]]);
    expect(await posts(loud, 'answer')).toEqual([[answer.id, 'My locked words']]);
    expect(await posts(visitor, 'podcast')).toEqual([[episode.id, 'Night trains']]);
    await loud.change('activity', { showActivity: false });
    expect([await posts(visitor, 'answer'), (await posts(loud, 'answer')).length]).toEqual([[], 1]);
    expect(await posts(visitor, 'podcast')).toHaveLength(1);
    await loud.change('activity', { showActivity: true });
    const today = await loud.get<XpToday[]>(`/api/users/${loud.user.id}/xp-today`);
    // In this system pools pay at once, so the anonymous answer counts too.
    expect(today.find(({ rule }) => rule === 'answer-given')).toEqual({ rule: 'answer-given', counted: 30, cap: 500 });
    expect(today.find(({ rule }) => rule === 'boost-received')).toEqual({
      rule: 'boost-received',
      counted: 6,
      cap: null,
    });
  });

  it('suggests a free name when a name is taken', async () => {
    const taken = uniqueUsername('taken');
    await new Client(system).register(taken);
    const refused = await visitor.call<ErrorBody>('POST', '/api/auth/register', {
      body: { username: taken.toUpperCase(), password: defaultPassword },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { username: expect.any(String) } },
    });
    const free = refused.body.suggestion!;
    expect((await new Client(system).register(free)).username).toBe(free);
  });

  it('a profile shows an invitation until a wipe, and again after the undo', async () => {
    await loud.change('invitation', { invitation });
    for (const client of [visitor, fan, loud]) expect(await userOf(client, loud)).toMatchObject({ invitation });
    expect(await loud.get<{ profile: OwnUser }>(`/api/users/${loud.user.id}/export`)).toMatchObject({
      profile: { invitation },
    });
    const { wipeId } = await ambassador.wipe(loud.user.id);
    for (const client of [visitor, loud]) expect(await userOf(client, loud)).toMatchObject({ invitation: null });
    await untilReadyAndSettled(system);
    await ambassador.undoWipe(wipeId);
    await untilReadyAndSettled(system);
    expect(await userOf(visitor, loud)).toMatchObject({ invitation });
    const texts = (await readEverything(system)).filter((record) => record.state.includes(invitation));
    expect([...new Set(texts.map(({ source }) => source))]).toEqual(['identity.texts']);
  });

  it('people can report a person, and an ambassador can remove the invitation', async () => {
    const report = await fan.report('user', loud.user.id, 'It invites to harm');
    const about = { contentType: 'user', contentId: loud.user.id, isRemoved: false };
    const preview = { title: loud.user.username, description: invitation, content: null, mediaType: null };
    expect(report).toMatchObject({ ...about, contentPreview: preview });
    const isListed = async (client: Client) =>
      (await client.get<Report[]>('/api/reports/ambassador')).some(({ id }) => id === report.id);
    expect(await isListed(ambassador)).toBe(true);
    const isAboutIt = ({ message }: Notification) => message === 'A person was reported';
    await eventually('the news', async () => (await ambassador.notifications()).some(isAboutIt));
    const path = `/api/users/${loud.user.id}/invitation`;
    expect((await fan.call('PATCH', path, { body: { invitation: null } })).status).toBe(403);
    await ambassador.expect('PATCH', path, { body: { invitation: null } });
    expect(await visitor.get<Profile>(`/api/users/${loud.user.id}`)).toMatchObject({ user: { invitation: null } });
    await ambassador.resolve(report.id);
    expect(await isListed(ambassador)).toBe(false);
  });
};
