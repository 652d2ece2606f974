import type {
  BoostStatus,
  FeedItem,
  HeardUser,
  OwnContentItem,
  OwnUser,
  Profile,
  QuestionItem,
} from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import type { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

/** One boost, three follows, one question, and six answers of 15 XP: 5 + 0 + 10 + 90 = 105 XP. */
const acts = { boosts: 1, follows: 3, questions: 1, answers: 6 };
const questionsOfEach = 2;

/** Makes the same calls as the card above Discover. */
export const firstAccountJourney = (system: System): void => {
  const [newcomer, shy, fan, other, ...authors] = registerPeople(
    system,
    ...(['newcomer', 'shy', 'fan', 'other', 'author', 'author', 'author'] as const),
  );

  const near = (client: Client) => client.get<FeedItem[]>('/api/feed/nearly-heard?limit=10');
  const heard = (client: Client) => client.get<HeardUser[]>('/api/users/heard');
  const newest = (client: Client) =>
    client.get<FeedItem[]>(`/api/feed?sortBy=recent&followersOnly=false&page=1&limit=50&userId=${client.user.id}`);
  const profile = (client: Client) => client.get<Profile>(`/api/users/${client.user.id}`);
  const hasAsked = async (client: Client) =>
    (await client.get<OwnContentItem[]>(`/api/users/${client.user.id}/content`)).some(
      ({ kind }) => kind === 'question',
    );
  const own = (client: Client) => client.get<OwnUser>('/api/auth/user');
  const unboosted = async (client: Client, items: FeedItem[]): Promise<QuestionItem[]> => {
    const questions = items.filter((item) => item.kind === 'question').filter(({ isMine }) => !isMine);
    const body = { items: questions.map(({ id }) => ({ contentType: 'question', contentId: id })) };
    const statuses = await client.expect<Record<string, BoostStatus>>('POST', '/api/batch/boost-status', { body });
    return questions.filter(({ id }) => statuses[`question:${id}`]?.isBoosted === false);
  };

  beforeAll(async () => {
    const lock = { title: 'Who rang at night?', description: 'The baker.', replyBoostThreshold: 4 };
    const { id: lockedId } = await fan.ask(lock);
    for (const booster of [other, authors[0], authors[1]]) await booster.boost('question', lockedId);
    for (const author of authors)
      for (let number = 0; number < questionsOfEach; number += 1) {
        const { id } = await author.ask({ title: `What opens door ${number}?` });
        await fan.boost('question', id);
        await other.boost('question', id);
      }
    await untilReadyAndSettled(system);
    await eventually('the choices are made again', async () => {
      const choices = [(await near(newcomer)).length, (await heard(newcomer)).length];
      return choices[0]! > 0 && choices[1]! >= acts.follows;
    });
  });

  it('a new account earns 15 XP by its three steps, and nothing by a repeated step', async () => {
    for (const client of [newcomer, shy, other]) expect(await hasAsked(client)).toBe(false);
    expect((await profile(newcomer)).stats.boostsGiven).toBe(0);
    const [question] = await unboosted(newcomer, await near(newcomer));
    const first = await newcomer.boost('question', question!.id, true);
    expect(await newcomer.boost('question', question!.id, true)).toEqual({ ...first, opened: false });
    for (const { id } of (await heard(newcomer)).slice(0, acts.follows)) await newcomer.follow(id);
    await newcomer.ask({ title: 'What did you do first here?' });
    expect(await hasAsked(newcomer)).toBe(true);
    await untilReadyAndSettled(system);
    const { user, stats } = await profile(newcomer);
    expect([user.followingCount, stats.boostsGiven]).toEqual([acts.follows, acts.boosts]);
    expect(await own(newcomer)).toMatchObject({ xp: 15, level: 1 });
  });

  it('a new account is offered enough open questions to reach level 2', async () => {
    const answered: string[] = [];
    while ((await own(newcomer)).level === 1) {
      const open = (await unboosted(newcomer, await newest(newcomer))).filter(({ isRevealed }) => isRevealed);
      const question = open.find(({ id }) => !answered.includes(id));
      await newcomer.say(question!.id, 'I did this first.');
      answered.push(question!.id);
      await untilReadyAndSettled(system);
    }
    expect(answered).toHaveLength(acts.answers);
    expect(await own(newcomer)).toMatchObject({ xp: 105, level: 2 });
  });

  it('anonymous and pending questions count as a step for their author alone', async () => {
    const asks = [
      [shy, await shy.ask({ title: 'May I hide?', isAnonymous: true })],
      [other, await other.ask({ title: 'May I wait?', targetUserId: authors[0].user.id })],
    ] as const;
    await untilReadyAndSettled(system);
    for (const [author, { id }] of asks) {
      const path = `/api/users/${author.user.id}`;
      expect(await hasAsked(author)).toBe(true);
      expect((await fan.call('GET', `${path}/content`)).status).toBe(403);
      expect(JSON.stringify(await fan.get<Profile>(path))).not.toContain(id);
    }
  });
};
