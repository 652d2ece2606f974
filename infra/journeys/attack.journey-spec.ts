import { eventually } from '@hearsay/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Attacker, type SoloActChanges, type Target, verdictsOf } from './attack/attack.ts';
import { computedTags } from './attack/computed-tags.ts';
import { changesDuring, readAllRecords } from './attack/read-everything.ts';
import type { FoundRecord } from './attack/records.ts';
import { type Client, registerNewcomer } from './client.ts';
import { eraseAccount } from './erase-account.ts';
import { grantRole } from './roles.ts';
import { pick, seededRandom, shuffle } from './seeded-random.ts';
import { untilReadyAndSettled } from './settled.ts';
import { queryRows } from './system.ts';
import { systemForBlock } from './system-for-block.ts';

const peopleCount = 24;
const anonymousQuestions = 40;
const anonymousReplies = 24;
const namedQuestions = 24;
const namedReplies = 24;
const askedOfOne = 12;
/** Numbers of people: wiped and restored (`wiped`), or deleted and back (`departed`). `Alone`: one person at a time. */
const wiped = 5;
const departed = 3;
const wipedAlone = 4;
const departedAlone = 4;
/** Number of people who are erased. Their anonymous posts stay. */
const erased = 4;
/** If chance gives an attack its hits with a smaller probability, the data leaks, even among hundreds of attacks. */
const significance = 1e-9;

interface Post {
  readonly kind: 'question' | 'discussion';
  readonly id: string;
  readonly author: Client;
  readonly at: number;
  readonly isAnonymous: boolean;
  readonly acts: Target['acts'][number][];
}

/**
 * The attacker has all databases, streams, queues and logs, but no keys, and guesses the authors of anonymous posts.
 * The actor of every act is random, so public facts reveal no author. Half of the authors boost and answer their own
 * posts by name, as other people do. A trace that only authors leave would reveal them. So would a trace that everyone
 * but the authors leaves.
 */
describe('an attack on all stored data', () => {
  const chance = seededRandom('an attack on everything at rest');
  const people: Client[] = [];
  const posts: Post[] = [];
  const system = systemForBlock({ env: { LOG_LEVEL: 'debug', ANONYMOUS_XP_POOL_SECONDS: '3' } });
  let records: FoundRecord[];
  const disturbances: SoloActChanges[] = [];

  const anybody = (): Client => pick(people, chance);
  const mixed = <T>(items: readonly T[]): T[] => shuffle(items, chance);
  const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
  const some = (count: number, post: Post, index: number): Client[] => {
    const chosen = new Set<Client>(index % 2 ? [post.author] : []);
    while (chosen.size < count) {
      const person = anybody();
      if (person !== post.author) chosen.add(person);
    }
    return [...chosen];
  };

  const note = async (
    kind: Post['kind'],
    author: Client,
    isAnonymous: boolean,
    posted: () => Promise<{ id: string }>,
  ) => {
    const at = Date.now();
    const { id } = await posted();
    posts.push({ kind, id, author, at, isAnonymous, acts: [] });
    return id;
  };
  const ask = (isAnonymous: boolean) => {
    const author = anybody();
    return note('question', author, isAnonymous, () => author.ask({ title: `Question ${posts.length}?`, isAnonymous }));
  };
  const answer = (question: Post, isAnonymous: boolean) => {
    const author = anybody();
    const words = `Answer ${posts.length}`;
    return note('discussion', author, isAnonymous, () => author.say(question.id, words, { isAnonymous }));
  };
  const askOne = async (isAnswered: boolean) => {
    const [author, target] = mixed(people) as [Client, Client];
    const body = { title: `Question ${posts.length}?`, isAnonymous: true, targetUserId: target.user.id };
    const id = await note('question', author, true, () => author.ask(body));
    await (isAnswered ? target.approveWithReply(id, 'An answer', 1) : target.approve(id));
  };
  const passOnOrReport = async ({ kind, id, author }: Post) => {
    const [person] = mixed(people).filter((other) => other !== author);
    await (chance() < 0.5 ? person!.repost(kind, id) : person!.report(kind, id));
  };
  const takeAwayAndReturn = async (chosen: readonly Client[]) => {
    const ambassador = await registerNewcomer(system.url, 'ambassador');
    await grantRole(system, ambassador, 'ambassador');
    const wipes: string[] = [];
    for (const { user } of chosen.slice(0, wiped)) wipes.push((await ambassador.wipe(user.id)).wipeId);
    const leaving = chosen.slice(wiped);
    for (const person of leaving) await person.deleteAccount();
    await untilReadyAndSettled(system);
    for (const wipeId of wipes) await ambassador.undoWipe(wipeId);
    for (const person of leaving) await person.login(person.user.username);
    await untilReadyAndSettled(system);
  };

  /** Runs an act of one person without any other acts, so that all changes belong to this person. */
  const alone = async (name: string, { user }: Client, act: () => Promise<unknown>) => {
    await untilReadyAndSettled(system);
    const changed = await changesDuring(system, async () => {
      await act();
      await untilReadyAndSettled(system);
    });
    disturbances.push({ name, accountId: user.id, changed });
  };
  const takeAwayAlone = async (chosen: readonly Client[]) => {
    const ambassador = await registerNewcomer(system.url, 'ambassador');
    await grantRole(system, ambassador, 'ambassador');
    for (const person of chosen.slice(0, wipedAlone)) {
      let wipeId = '';
      await alone('a wipe', person, async () => {
        ({ wipeId } = await ambassador.wipe(person.user.id));
      });
      await alone('a wipe undone', person, () => ambassador.undoWipe(wipeId));
    }
    for (const [index, person] of chosen.slice(wipedAlone).entries()) {
      const anonymousPosts = index % 2 === 0 ? 'keep' : 'remove';
      await alone(`a deletion (${anonymousPosts})`, person, () => person.deleteAccount(anonymousPosts));
      await alone(`a return (${anonymousPosts})`, person, () => person.login(person.user.username));
    }
  };

  beforeAll(async () => {
    for (let index = 0; index < peopleCount; index += 1) people.push(await registerNewcomer(system.url, 'person'));

    for (const isAnonymous of mixed([...times(anonymousQuestions, true), ...times(namedQuestions, false)]))
      await ask(isAnonymous);
    const questions = [...posts];
    const named = questions.filter((post) => !post.isAnonymous);
    for (const isAnonymous of mixed([...times(anonymousReplies, true), ...times(namedReplies, false)])) {
      await answer(pick(named, chance), isAnonymous);
    }

    for (let index = 0; index < askedOfOne; index += 1) await askOne(index % 2 === 0);

    const anonymous = posts.filter((post) => post.isAnonymous);
    const acts = anonymous.flatMap((post, index) => [
      ...some(4, post, index).map((person) => ({ post, person, kind: 'boost' })),
      ...(post.kind === 'question' ? some(3, post, index).map((person) => ({ post, person, kind: 'answer' })) : []),
    ]);
    for (const { post, person, kind } of mixed(acts)) {
      const at = Date.now();
      const id = kind === 'boost' ? null : (await person.say(post.id, `Named answer ${at}`)).id;
      if (kind === 'boost') await person.boost(post.kind, post.id);
      post.acts.push({ kind, id, accountId: person.user.id, at });
    }

    for (const post of mixed(anonymous).slice(0, 30)) await passOnOrReport(post);
    await takeAwayAndReturn(mixed(people).slice(0, wiped + departed));

    await untilReadyAndSettled(system);
    const waiting = () => queryRows(system, 'gamification', 'select from waiting_xp limit 1');
    await eventually('all pools are paid', async () => (await waiting()).length === 0);
    await untilReadyAndSettled(system);
    const others = mixed(people);
    await takeAwayAlone(others.splice(0, wipedAlone + departedAlone));
    for (const person of others.slice(0, erased))
      await eraseAccount(system, person, (erase) => alone('an erasure', person, erase));
    records = await readAllRecords(system);
  }, 1_200_000);

  it('the attacker can read rows of every service, streams, Redis and logs', () => {
    const sources = new Set(records.map(({ source }) => source));
    for (const expected of [
      'identity.accounts',
      'content.questions',
      'engagement.boosts',
      'gamification.boost_entries',
      'engagement.reposts',
      'moderation.reports',
      'moderation.wipes',
      'moderation.audit_entries',
      'content.hidings',
      'log gateway',
    ]) {
      expect([...sources]).toContain(expected);
    }
    for (const kind of ['stream ', 'redis ']) expect([...sources].some((source) => source.startsWith(kind))).toBe(true);
    expect(disturbances.map(({ changed }) => changed.length).filter((count) => count === 0)).toEqual([]);
    expect([...sources].some((source) => source.startsWith('notification.'))).toBe(true);
  });

  const accounts = () => people.map(({ user }) => user.id);
  const suspicious = (known: readonly FoundRecord[]) => {
    const targets = posts.filter((post) => post.isAnonymous).map(({ id, at, acts }) => ({ id, at, acts }));
    expect(targets).toHaveLength(anonymousQuestions + anonymousReplies + askedOfOne);
    const attacker = new Attacker(known, accounts(), targets, disturbances);
    const verdicts = verdictsOf(attacker.attacks(), new Map(posts.map(({ id, author }) => [id, author.user.id])));
    expect(verdicts.length).toBeGreaterThan(20);
    return verdicts.filter((verdict) => verdict.chance < significance);
  };

  it('the attacker finds authors no better than by chance', () => {
    expect(suspicious(records)).toEqual([]);
  });

  it('the attacker finds no author with the tag key either', () => {
    const tagKey = Buffer.from(system.secrets.sealedAuthorTagKey, 'base64');
    const questions = posts.filter(({ kind }) => kind === 'question').map(({ id }) => id);
    const tags = computedTags({ records, accounts: accounts(), questions, tagKey });
    // Content stores a tag of each account that is not erased. `computedTags` must find all these tags.
    expect(tags.length).toBeGreaterThanOrEqual(people.length - erased);
    expect(suspicious([...records, ...tags])).toEqual([]);
  });
});
