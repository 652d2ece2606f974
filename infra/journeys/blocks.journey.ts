import type { ErrorBody, FeedItem, Question, User } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { type ApiSnapshot, takeSnapshot, untilListed } from './api-snapshot.ts';
import { type Answer, Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

interface Post {
  readonly creatorId?: string | null;
  readonly userId?: string | null;
  readonly discussion?: { readonly userId: string | null };
  readonly repostData?: { readonly reposterUserId: string } | null;
  readonly actor?: { readonly id: string } | null;
  readonly type?: string;
}

/** Removes a person's signed posts from lists at any depth. Notifications of boosts and follows stay. */
const withoutSigned = (value: unknown, id: string): unknown => {
  if (Array.isArray(value)) {
    const isTheirs = ({ creatorId, userId, discussion, repostData, actor, type = '' }: Post) =>
      [creatorId, userId, discussion?.userId, repostData?.reposterUserId].includes(id) ||
      (actor?.id === id && ['comment', 'repost', 'question'].includes(type));
    return value.filter((item: Post) => !isTheirs(item)).map((item) => withoutSigned(item, id));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, withoutSigned(inside, id)]));
};

const codeOf = async (act: Promise<Answer>) => {
  const { status, body } = await act;
  return status < 300 ? status : `${status} ${(body as ErrorBody).code}`;
};

/**
 * Compares what the blocker, the blocked person, another person and a visitor see before and after a block. Both sides
 * have signed and anonymous posts. A block must change no anonymous post, because the change would reveal its author.
 */
export const blocksJourney = (system: System): void => {
  const visitor = new Client(system);
  const [blocker, blocked, witness] = registerPeople(system, 'blocker', 'blocked', 'witness');
  let room: Question;
  let own: Question;
  let hidden: Question;
  let theirs: Question;
  let masked: Question;
  const questionIds = () => [room, own, hidden, theirs, masked].map(({ id }) => id);

  beforeAll(async () => {
    room = await witness.ask({ title: 'Who is loud here?' });
    own = await blocker.ask({ title: 'Who asks by name?' });
    hidden = await blocker.ask({ title: 'Who asks without one?', isAnonymous: true });
    theirs = await blocked.ask({ title: 'Who shouts by name?' });
    masked = await blocked.ask({ title: 'Who shouts without one?', isAnonymous: true });
    for (const person of [blocker, blocked])
      for (const isAnonymous of [false, true]) await person.say(room.id, `As ${isAnonymous}`, { isAnonymous });
    await blocked.say(hidden.id, 'By name');
    await blocked.say(own.id, 'By name');
    await blocked.boost('question', own.id);
    await blocked.repost('question', own.id);
    await blocked.repost('question', room.id);
    for (const { id } of [theirs, masked]) await witness.repost('question', id);
    await untilReadyAndSettled(system);
    await untilListed(visitor, questionIds());
  });

  const look = async () => {
    await untilReadyAndSettled(system);
    return takeSnapshot(visitor, { people: [blocker, blocked, witness], questionIds: questionIds() });
  };
  const expectedAfter = (before: ApiSnapshot, what: string): unknown => {
    const [ofBlocker, ofBlocked] = [blocker, blocked].map(({ user }) => `${user.username}: `) as [string, string];
    const isList = ['question', 'room', 'feed', 'inbox'].some((list) => what.startsWith(`${ofBlocker}${list}`));
    if (isList) return withoutSigned(before[what], blocked.user.id);
    if (what !== `${ofBlocked}profile of ${blocker.user.username}`) return before[what];
    const { user, ...rest } = before[what] as { user: User };
    return { ...rest, user: { ...user, canAsk: false, canAskAnonymously: false } };
  };

  it('a block hides signed posts from the blocker alone, and changes no anonymous post', async () => {
    const before = await look();
    const path = `/api/users/${blocked.user.id}/block`;
    expect(await blocker.expect('PUT', path, { body: { on: true } })).toEqual({ isBlocked: true });
    const after = await look();
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    for (const what of Object.keys(before)) {
      const expected = expectedAfter(before, what);
      // At the end of the page, further posts replace the hidden ones. The comparison ignores these further posts.
      const now = Array.isArray(expected) ? (after[what] as unknown[]).slice(0, expected.length) : after[what];
      expect([what, now]).toEqual([what, expected]);
    }
    const feed = before[`${blocker.user.username}: feed by recent`] as FeedItem[];
    expect(feed.length - (withoutSigned(feed, blocked.user.id) as FeedItem[]).length).toBe(4);
  });

  it('signed acts of the blocked person are refused, anonymous acts are not', async () => {
    const ask = (client: Client, isAnonymous: boolean) => {
      const body = { title: 'Do you hear me?', isAnonymous, targetUserId: blocker.user.id };
      return codeOf(client.call('POST', '/api/questions', { body }));
    };
    const say = (client: Client, questionId: string, isAnonymous: boolean) =>
      codeOf(client.call('POST', '/api/discussions', { body: { questionId, content: 'I am here', isAnonymous } }));
    const all = async (client: Client) => [
      await ask(client, false),
      await say(client, own.id, false),
      await codeOf(client.call('POST', `/api/users/${blocker.user.id}/follow`)),
      await ask(client, true),
      await say(client, own.id, true),
      await say(client, hidden.id, false),
      await say(client, hidden.id, true),
    ];
    expect(await all(blocked)).toEqual(['403 not_accepting', '403 forbidden', '403 forbidden', 201, 201, 201, 201]);
    expect(await all(witness)).toEqual([201, 201, 200, 201, 201, 201, 201]);
    const mayAsk = async (client: Client, query = '') => {
      const listed = await client.get<{ id: string }[]>(`/api/users?canAsk=true${query}`);
      return listed.some(({ id }) => id === blocker.user.id);
    };
    expect([await mayAsk(blocked), await mayAsk(blocked, '&isAnonymous=true')]).toEqual([false, true]);
    expect([await mayAsk(witness), await mayAsk(visitor)]).toEqual([true, true]);
  });
};
