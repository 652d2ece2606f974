import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentRpc, engagementRpc, type Podcast } from '@hearsay/contracts';
import { Client } from '../../journeys/client.ts';
import { askServices } from '../../journeys/operator.ts';
import { grantRole } from '../../journeys/roles.ts';
import { shortEpisode } from '../../journeys/sounds.ts';
import type { System } from '../../local/bring-up.ts';
import { say } from '../../local/progress.mjs';
import type { SeedCalls } from '../../seed/calls.ts';
import { registerAccounts } from './accounts.ts';
import { type Community, type Filled, type People, password, type Role, roles, type Subjects } from './community.ts';
import { each } from './each.ts';

export type Years = Filled & Subjects;

/** Written last. A folder without this file holds an interrupted filling. */
export const markerOf = (home: string): string => join(home, 'years.json');

type Usernames = Readonly<Record<Role, string>>;

export const enter = async (system: System, how: 'login' | 'register', usernames: Usernames, secret: string) => {
  const people = {} as Record<Role, Client>;
  for (const role of roles) {
    people[role] = new Client(system.url);
    await people[role][how](usernames[role], secret);
  }
  return people;
};

const usernames = Object.fromEntries(roles.map((role) => [role, `years-${role}`])) as Usernames;
type Ids = readonly string[];
const at = (list: Ids, index: number): string => list[index % list.length]!;

const spanMs = 2 * 365 * 86_400_000;
const beganAt = Date.now() - spanMs;
/** Acts are spread evenly over two years. */
const momentOf = (index: number, count: number) => new Date(beganAt + (index / count) * spanMs).toISOString();

/**
 * The writer's posts come first. Every fifth of the others is anonymous. No measured call uses a question to the star.
 */
const ask = async (calls: SeedCalls, { posts, asks, questions }: Community, people: People, accounts: Ids) => {
  const ids: string[] = [];
  await each(questions, async (index) => {
    const isAsk = index >= posts && index < posts + asks;
    const input = {
      targetId: isAsk ? people.star.user.id : null,
      title: `Question number ${index} of two years`,
      description: null,
      isAnonymous: index >= posts && index % 5 === 0,
      allowAnonymousAnswers: true,
      replyBoostThreshold: 0,
    };
    const asker = index < posts ? people.writer : index % 200 === 199 ? people.reader : undefined;
    const accountId = asker?.user.id ?? at(accounts, index + 1);
    const now = index < posts ? momentOf(index, posts) : momentOf(index - posts, questions - posts);
    const { question } = await calls.call(contentRpc.askQuestion, input, { accountId, now });
    if (!isAsk) ids[index < posts ? index : index - asks] = question.id;
  });
  return ids;
};

/** @returns a reply outside the long room, if there is one */
const reply = async (calls: SeedCalls, community: Community, questions: Ids, accounts: Ids) => {
  const [longRoom = '', ...others] = questions.slice(community.posts);
  let lastReply = '';
  await each(community.replies, async (index) => {
    const questionId = index < community.messages ? longRoom : at(others, index - community.messages);
    const input = { questionId, content: `Reply number ${index}`, isAnonymous: index % 5 === 0, parentReplyId: null };
    const { reply } = await calls.call(contentRpc.postReply, input, { accountId: at(accounts, index) });
    if (index === community.messages) lastReply = reply.id;
  });
  return lastReply;
};

const follow = async (calls: SeedCalls, community: Community, { star, reader }: People, accounts: Ids) => {
  const one = (follower: string, accountId: string) =>
    calls.call(engagementRpc.setFollow, { accountId, isFollowing: true }, { accountId: follower });
  await each(community.followers, (index) => one(at(accounts, index), star.user.id));
  await each(community.followed, (index) => one(reader.user.id, at(accounts, index)));
};

/** Pairs of account and question do not repeat while rounds are fewer than accounts. */
export const boost = (calls: SeedCalls, { questions, accounts }: Filled, from: number, count: number): Promise<void> =>
  each(count, async (index) => {
    const pair = from + index;
    const accountId = at(accounts, pair + Math.floor(pair / questions.length) * 997);
    const input = { contentType: 'question' as const, contentId: at(questions, pair), isBoosted: true };
    await calls.call(engagementRpc.setBoost, input, { accountId });
  });

const fill = async (system: System, calls: SeedCalls, community: Community, people: People): Promise<Filled> => {
  say('Filling in accounts …');
  const accounts = await registerAccounts(system, community.accounts);
  say('Filling in questions …');
  const questions = await ask(calls, community, people, accounts);
  const [longRoom = '', ...others] = questions.slice(community.posts);
  say('Filling in replies …');
  const someReply = await reply(calls, community, questions, accounts);
  say('Filling in follows …');
  await follow(calls, community, people, accounts);
  const body = { title: 'An episode', mediaUrl: shortEpisode, mediaType: 'audio' };
  const podcast = await people.writer.expect<Podcast>('POST', '/api/podcasts', { body });
  const named = { longRoom, question: at(others, 0), reply: someReply, podcast: podcast.id };
  const filled = { ...named, questions, accounts, boosted: others.slice(-1000) };
  say('Filling in boosts …');
  await boost(calls, filled, 0, community.boosts);
  return filled;
};

export const fillYears = async (system: System, community: Community, home?: string): Promise<Years> => {
  const marker = home && markerOf(home);
  if (marker && existsSync(marker)) {
    const kept = JSON.parse(readFileSync(marker, 'utf8')) as Filled;
    return { ...kept, people: await enter(system, 'login', usernames, password) };
  }
  const people = await enter(system, 'register', usernames, password);
  await grantRole(system, people.ambassador, 'ambassador');
  const filled = await askServices(system, (calls) => fill(system, calls, community, people));
  if (marker) writeFileSync(marker, JSON.stringify(filled));
  return { ...filled, people };
};
