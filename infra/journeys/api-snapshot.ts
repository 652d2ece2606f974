import type { Notification, OwnUser, RoomEntry, UserCard, XpActivity } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import type { Client } from './client.ts';

const sorts = ['recent', 'boosted', 'replies', 'engagement', 'trending'] as const;

/** Answers of the API by reader and subject, such as `maya: user`. */
export interface ApiSnapshot {
  readonly [what: string]: unknown;
}

interface Subjects {
  readonly people: readonly Client[];
  readonly questionIds: readonly string[];
  readonly told?: Client;
}

/**
 * Leaves out the last numbers of rooms, because a removal and the undo of this removal take new numbers. Messages are
 * still compared.
 */
const forgetNumbers = (key: string, value: unknown): unknown => (key === 'lastNumber' ? null : value);
const messagesOf = (entries: readonly RoomEntry[]) => entries.filter(({ entry }) => entry === 'message');

/** Leaves out entries of pools. A wipe and its undo add two: one pool takes XP away, and another returns it. */
const isNoPool = ({ rule }: XpActivity) => rule !== 'anonymous-posts';

const cardsIn = (value: unknown): UserCard[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(cardsIn);
  return 'profileAura' in value && 'username' in value ? [value as UserCard, ...inside] : inside;
};
const changing = ['level', 'profileAura', 'isCreator', 'isAmbassador'] as const;

/** Waits until new questions are in every feed, because content keeps a ranked list for some seconds. */
export const untilListed = (visitor: Client, questionIds: readonly string[]): Promise<void> =>
  eventually('new questions in every feed', async () => {
    const feeds = await Promise.all(
      sorts.map((sort) => visitor.get<{ id: string }[]>(`/api/feed?sortBy=${sort}&limit=50`)),
    );
    return feeds.every((feed) => questionIds.every((questionId) => feed.some(({ id }) => id === questionId)));
  });

/** Reads the API as each person and as a visitor. Repeats this while the gateway's cache has outdated user cards. */
export const takeSnapshot = async (visitor: Client, subjects: Subjects): Promise<ApiSnapshot> => {
  let picture: ApiSnapshot = {};
  await eventually('cards that say what people are now', async () => {
    picture = await lookOnce(visitor, subjects);
    const users = new Map(subjects.people.map(({ user }) => [user.id, picture[`${user.username}: user`] as OwnUser]));
    return cardsIn(picture).every((card) => {
      const now = users.get(card.id);
      return !now || changing.every((field) => now[field] === card[field]);
    });
  });
  return picture;
};

const lookOnce = async (visitor: Client, { people, questionIds, told }: Subjects): Promise<ApiSnapshot> => {
  const picture: Record<string, unknown> = {};
  const asked: Promise<void>[] = [];
  const see = <T>(what: string, seen: Promise<T>, shown: (value: T) => unknown = (value) => value) => {
    const kept = async () => {
      picture[what] = JSON.parse(JSON.stringify(shown(await seen)), forgetNumbers);
    };
    asked.push(kept());
  };
  for (const viewer of [visitor, ...people]) {
    const name = viewer === visitor ? 'a visitor' : viewer.user.username;
    for (const id of questionIds) {
      see(`${name}: question ${id}`, viewer.question(id));
      see(`${name}: room of ${id}`, viewer.room(id, 0), ({ entries }) => messagesOf(entries));
    }
    for (const sort of sorts) see(`${name}: feed by ${sort}`, viewer.get(`/api/feed?sortBy=${sort}&limit=50`));
    for (const { user } of people) {
      see(`${name}: profile of ${user.username}`, viewer.get(`/api/users/${user.id}`));
      see(`${name}: followers of ${user.username}`, viewer.get(`/api/users/${user.id}/following-status`));
      see(`${name}: newest question of ${user.username}`, viewer.get(`/api/users/${user.id}/recent-question`));
    }
  }
  for (const person of people) {
    const name = person.user.username;
    see(`${name}: XP`, person.activities(), (entries) => entries.filter(isNoPool));
    see(`${name}: user`, person.get('/api/auth/user'));
    see(`${name}: feed of those one follows`, person.get('/api/feed?followersOnly=true&limit=50'));
    see(`${name}: own content`, person.get(`/api/users/${person.user.id}/content`));
    const isAbout = ({ type, contentId, message }: Notification) =>
      person !== told || type !== 'other' || contentId !== null || message.includes('level');
    see(`${name}: inbox`, person.notifications(), (inbox) => inbox.filter(isAbout));
  }
  await Promise.all(asked);
  return picture;
};
