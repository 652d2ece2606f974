import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  contentRpc,
  type Discussion,
  engagementRpc,
  identityRpc,
  type Podcast,
  type Question,
  steadyNow,
} from '@hearsay/contracts';
import { type CommandDefinition, CommandPipeline, rowsInserter } from '@hearsay/event-store';
import { createLogger, createPool, writeTexts } from '@hearsay/service-runtime';
import { Client } from '../../journeys/client.ts';
import { forEachInParallel } from '../../journeys/for-each-in-parallel.ts';
import { withServiceCalls } from '../../journeys/operator.ts';
import { grantRole } from '../../journeys/roles.ts';
import type { System } from '../../local/bring-up.ts';
import { repository } from '../../local/paths.mjs';
import { say } from '../../local/progress.mjs';
import { seedOnce } from '../../local/seed.ts';
import type { SeedCalls } from '../../seed/calls.ts';
import { developmentPassword } from '../../seed/community.ts';
import { type Community, type FilledCommunity, type People, type Role, roles, type Subjects } from './community.ts';

export type CommunityWithSubjects = FilledCommunity & Subjects;

const markerOf = (home: string): string => join(home, 'years.json');

/**
 * The filling writes a marker file last. A folder without this file is from an interrupted filling or another
 * community.
 */
export const loadKeptCommunity = (home: string, community: Community): FilledCommunity | undefined => {
  if (!existsSync(markerOf(home))) return undefined;
  const kept = JSON.parse(readFileSync(markerOf(home), 'utf8'));
  return isDeepStrictEqual(kept.community, community) ? kept.filled : undefined;
};

type Usernames = Readonly<Record<Role, string>>;

const enter = async (system: System, how: 'login' | 'register', usernames: Usernames, secret?: string) => {
  const people = {} as Record<Role, Client>;
  for (const role of roles) {
    people[role] = new Client(system);
    await people[role][how](usernames[role], secret);
  }
  return people;
};

const usernames = Object.fromEntries(roles.map((role) => [role, `years-${role}`])) as Usernames;
const callers = 512;

export const forEachIndex = (count: number, work: (index: number) => Promise<unknown>): Promise<void> =>
  forEachInParallel([...Array(count).keys()], work, callers);

const timeoutMs = 60_000;

/**
 * Executes identity's own command. All accounts share one password hash, because each hash takes 30 ms. @returns
 * account ids
 */
const registerAccounts = async (system: System, count: number): Promise<string[]> => {
  const root = process.env.HEARSAY_BENCH_ROOT ?? repository;
  const identity = async (file: string) => import(new URL(`services/identity/dist/${file}`, `file://${root}/`).href);
  const { accountAggregate, registerAccount } = await identity('accounts/account.decider.js');
  const { accountRows } = await identity('accounts/accounts.projection.js');
  const { Passwords } = await identity('sessions/passwords.js');
  const log = createLogger({ service: 'bench', level: 'warn' });
  const pool = createPool({ url: system.databaseUrls.identity, service: 'bench-years', max: 2, log });
  const pipeline = new CommandPipeline({
    pool,
    aggregates: [accountAggregate],
    readModels: [accountRows],
    writers: { texts: writeTexts, credentials: rowsInserter('credentials') },
    idempotencySecret: randomBytes(32),
    publish: () => undefined,
    nudge: () => undefined,
    log,
  });
  const passwordHash = await new Passwords().hash(randomBytes(16).toString('hex'), steadyNow() + timeoutMs);
  const accounts = Array.from({ length: count }, () => randomUUID());
  await forEachIndex(count, async (index) => {
    const [accountId, username] = [accounts[index]!, `Person${index}`];
    const isCreator = index % 50 === 0;
    const input = { accountId, usernameTextId: randomUUID(), username, passwordHash, isCreator, founderLink: null };
    const context = { accountId: null, correlationId: randomUUID(), deadline: steadyNow() + timeoutMs };
    await pipeline.execute(registerAccount as CommandDefinition<typeof input, unknown>, input, context);
  });
  await pipeline.stop();
  await pool.end();
  return accounts;
};

type Ids = readonly string[];
const at = (list: Ids, index: number): string => list[index % list.length]!;

const spanMs = 2 * 365 * 86_400_000;
const beganAt = Date.now() - spanMs;
/** Spreads acts evenly over two years. */
const momentOf = (index: number, count: number) => new Date(beganAt + (index / count) * spanMs).toISOString();

/**
 * The writer asks the first questions by name. Later every fifth question is anonymous.
 * @returns the ids of all questions except those to the star
 */
const ask = async (calls: SeedCalls, community: Community, people: People, accounts: Ids) => {
  const { posts, asks, questions, questionsPerLock } = community;
  const ids: string[] = [];
  await forEachIndex(questions, async (index) => {
    const isAsk = index >= posts && index < posts + asks;
    const input = {
      targetId: isAsk ? people.star.user.id : null,
      title: `Question number ${index} of two years`,
      description: null,
      isAnonymous: index >= posts && index % 5 === 0,
      allowAnonymousAnswers: true,
      // Each question gets about five boosts, so that some of these locks open and others nearly open.
      replyBoostThreshold: index >= posts + asks && index % questionsPerLock === 0 ? 2 + (index % 9) : 0,
    };
    const asker = index < posts ? people.writer : index % 200 === 199 ? people.reader : undefined;
    const accountId = asker?.user.id ?? at(accounts, index + 1);
    const now = index < posts ? momentOf(index, posts) : momentOf(index - posts, questions - posts);
    const { question } = await calls.call(contentRpc.askQuestion, input, { accountId, now });
    if (!isAsk) ids[index < posts ? index : index - asks] = question.id;
  });
  return ids;
};

/** @returns the id of a reply outside the long room, or an empty text */
const reply = async (calls: SeedCalls, community: Community, questions: Ids, accounts: Ids) => {
  const [longRoom = '', ...others] = questions.slice(community.posts);
  let lastReply = '';
  await forEachIndex(community.replies, async (index) => {
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
  await forEachIndex(community.followers, (index) => one(at(accounts, index), star.user.id));
  await forEachIndex(community.followed, (index) => one(reader.user.id, at(accounts, index)));
};

/** Fills the bookmarks and mutes of the reader, and the word rules of the star. The reader mutes no followed people. */
const fillOwnLists = async (
  calls: SeedCalls,
  { bookmarks, muted, wordRules, followed }: Community,
  { star, reader }: People,
  { accounts, questions }: Pick<FilledCommunity, 'accounts' | 'questions'>,
) => {
  const byReader = { accountId: reader.user.id };
  await forEachIndex(bookmarks, (index) =>
    calls.call(
      contentRpc.setBookmark,
      { contentType: 'question', contentId: at(questions, index), on: true },
      byReader,
    ),
  );
  await forEachIndex(muted, (index) => {
    const kind = index % 2 === 0 ? 'block' : 'person';
    return calls.call(identityRpc.setMute, { kind, mutedId: at(accounts, followed + index), isOn: true }, byReader);
  });
  const byStar = { accountId: star.user.id };
  await forEachIndex(wordRules, (index) =>
    calls.call(contentRpc.addWordRule, { text: `unwanted${index}`, expiresAt: null }, byStar),
  );
};

/** No pair of account and question repeats while boosts ÷ questions is smaller than the number of accounts. */
export const boostQuestions = (
  calls: SeedCalls,
  { questions, accounts }: FilledCommunity,
  from: number,
  count: number,
): Promise<void> =>
  forEachIndex(count, async (index) => {
    const pair = from + index;
    const accountId = at(accounts, pair + Math.floor(pair / questions.length) * 997);
    const input = { contentType: 'question' as const, contentId: at(questions, pair), isBoosted: true };
    await calls.call(engagementRpc.setBoost, input, { accountId });
  });

const fill = async (
  system: System,
  calls: SeedCalls,
  community: Community,
  people: People,
): Promise<FilledCommunity> => {
  say('Filling in accounts …');
  const accounts = await registerAccounts(system, community.accounts);
  say('Filling in questions …');
  const questions = await ask(calls, community, people, accounts);
  const [longRoom = '', ...others] = questions.slice(community.posts);
  say('Filling in replies …');
  const someReply = await reply(calls, community, questions, accounts);
  say('Filling in follows …');
  await follow(calls, community, people, accounts);
  say('Filling in own lists …');
  await fillOwnLists(calls, community, people, { accounts, questions });
  const podcast = await people.writer.publish('An episode');
  const named = { longRoom, question: at(others, 0), reply: someReply, podcast: podcast.id };
  const filled = { ...named, questions, accounts, boosted: others.slice(-1000) };
  say('Filling in boosts …');
  await boostQuestions(calls, filled, 0, community.boosts);
  return filled;
};

/** Uses the community that an earlier run has kept in `home`, if it had the same numbers. */
export const fillCommunity = async (
  system: System,
  community: Community,
  home?: string,
): Promise<CommunityWithSubjects> => {
  const kept = home && loadKeptCommunity(home, community);
  if (kept) return { ...kept, people: await enter(system, 'login', usernames) };
  const people = await enter(system, 'register', usernames);
  await grantRole(system, people.ambassador, 'ambassador');
  const filled = await withServiceCalls(system, (calls) => fill(system, calls, community, people));
  if (home) writeFileSync(markerOf(home), JSON.stringify({ community, filled }));
  return { ...filled, people };
};

const seeded: Usernames = {
  star: 'ines.calder',
  reader: 'maya.winters',
  writer: 'grandpa_arthur',
  stranger: 'mina.new',
  ambassador: 'theo.okafor',
};

export const seedCommunity = async (system: System): Promise<Subjects> => {
  await seedOnce(system);
  const people = await enter(system, 'login', seeded, developmentPassword);
  const feed = await people.reader.get<(Question | Podcast)[]>('/api/feed?limit=50&sortBy=trending');
  const rooms = feed.filter((item) => item.kind === 'question').sort((a, b) => b.discussionCount - a.discussionCount);
  const [longRoom, question] = rooms;
  if (!longRoom || !question) throw new Error('The seeded feed lacks a question');
  const podcast = await people.writer.publish('An episode');
  const [reply] = await people.reader.get<Discussion[]>(`/api/questions/${longRoom.id}/discussions?before=200`);
  return { people, longRoom: longRoom.id, question: question.id, reply: reply?.id ?? '', podcast: podcast.id };
};
