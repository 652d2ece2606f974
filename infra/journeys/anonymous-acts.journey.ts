import { readdirSync } from 'node:fs';
import type {
  AskedQuestion,
  Discussion,
  Notification,
  Podcast,
  Question,
  Report,
  WipeCounts,
} from '@hearsay/contracts';
import type { LiveClient } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { readAllRecords } from './attack/read-everything.ts';
import type { FoundRecord } from './attack/records.ts';
import { Client } from './client.ts';
import { onePixelPng } from './media-samples.ts';
import { grantRole } from './roles.ts';
import { untilReadyAndSettled } from './settled.ts';
import { readLogText, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

const words = {
  description: 'Locked words of a description',
  pinned: 'Locked words of a pinned reply',
  named: 'Locked words of a reply by name',
  own: 'Locked words of the asker',
  masked: 'Masked words of a reply',
  reason: 'The reason of a report',
};
/** An id that occurs in more than 40 records is too common to link a post with its author. */
const tooCommon = 40;

const partsOf = (text: string): string[] => {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body.map((part) => JSON.stringify(part)) : text.split('\n');
  } catch {
    return [text];
  }
};

/**
 * Performs all acts on anonymous posts and on their authors, such as approvals, reposts, reports, wipes and deletions.
 * No row, message, job, key or log line may contain an anonymous post together with its author. The same holds for
 * answers and frames to other people.
 */
export const anonymousActsJourney = (system: System): void => {
  const [sealed, masked, target] = registerPeople(system, 'sealed', 'masked', 'target');
  const [fan, ambassador] = registerPeople(system, 'fan', 'ambassador');
  const visitor = new Client(system);
  let question: Question;
  let asked: Question;
  let ignored: Question;
  let withheld: Question;
  let guests: AskedQuestion;
  let episode: Podcast;
  let held: Question;
  let named: Discussion;
  let reply: Discussion;
  let own: Discussion;
  let pinned: Discussion;
  const sockets: LiveClient[] = [];

  const anonymousIds = () => [question, asked, ignored, withheld, held, reply, own].map(({ id }) => id);
  const authors = () => [sealed, masked];
  const viewers = () => ({ visitor, fan, target, ambassador });
  const askTarget = (client: Client, title: string) =>
    client.ask({ title, isAnonymous: true, targetUserId: target.user.id });

  beforeAll(async () => {
    await grantRole(system, ambassador, 'ambassador');

    const confession = { title: 'Who am I?', description: words.description, replyBoostThreshold: 9 };
    question = await sealed.ask({ ...confession, isAnonymous: true });
    for (const client of Object.values(viewers())) {
      const socket = await client.socket();
      sockets.push(socket);
      await socket.join(question.id, 0);
    }
    await sealed.expect('PATCH', `/api/questions/${question.id}`, { body: { replyBoostThreshold: 8 } });
    named = await fan.say(question.id, words.named);
    reply = await masked.say(question.id, words.masked, { isAnonymous: true, parentReplyId: named.id });
    own = await sealed.say(question.id, words.own, { isAnonymous: true, parentReplyId: reply.id });
    await fan.boost('discussion', own.id);
    asked = await askTarget(sealed, 'What do you hide?');
    ignored = await askTarget(sealed, 'And this?');
    withheld = await askTarget(sealed, 'And at home?');
    guests = await askTarget(visitor, 'A guest asks');
    await target.expect('POST', '/api/word-rules', { body: { text: 'mother' } });
    held = await askTarget(sealed, 'And what of your mother?');
    await sealed.change('profile-image', { profileImage: onePixelPng });
    await sealed.ask({ title: 'By name?' });

    pinned = await target.approveWithReply(asked.id, words.pinned, 9);
    await target.expect('POST', `/api/questions/${ignored.id}/ignore`);
    episode = await target.publish('On hiding');
    await target.expect('PUT', `/api/podcasts/${episode.id}/answers`, { body: [{ questionId: asked.id, at: 0 }] });
    await target.approve(guests.id);
    await fan.follow(sealed.user.id);
    // Lists of blocks and mutes name people, but no anonymous posts.
    for (const [client, path] of [
      [target, `users/${sealed.user.id}/block`],
      [ambassador, `users/${masked.user.id}/mute`],
      [ambassador, `questions/${question.id}/mute`],
    ] as const)
      await client.expect('PUT', `/api/${path}`, { body: { on: true } });
    for (const [kind, id] of [
      ['question', question.id],
      ['question', asked.id],
      ['discussion', reply.id],
    ] as const) {
      await fan.boost(kind, id);
      await fan.repost(kind, id, 'Hear this');
    }
    const reports = [
      await fan.report('question', question.id, words.reason),
      await fan.report('discussion', reply.id, words.reason),
      await fan.report('question', asked.id, words.reason),
    ];
    await target.report('question', withheld.id, words.reason);
    await ambassador.resolve(reports[1]!.id);
    const page = { page: '/questions/:id', build: 'index.js', frames: [] };
    const error = { kind: 'TypeError', detail: 'x is not a function', ...page };
    await sealed.expect('POST', '/api/client-errors', { body: error });
    await untilReadyAndSettled(system);
  });

  const walk = async (viewer: Client): Promise<string[]> => {
    const ownId = viewer.cookie === undefined ? 'nobody' : viewer.user.id;
    const from = viewer.received.length;
    for (const path of [
      ...['recent', 'boosted', 'replies', 'engagement', 'trending'].map((sort) => `/api/feed?sortBy=${sort}&limit=50`),
      '/api/feed?followersOnly=true&limit=50',
      '/api/feed/nearly-heard?limit=10',
      ...[question, asked, ignored, withheld, held, guests].flatMap(({ id }) => [
        `/api/questions/${id}`,
        `/api/questions/${id}/discussions?before=999`,
        `/api/questions/${id}/room?after=0`,
        `/api/content/${id}`,
        `/api/boost-status/question/${id}`,
        `/api/repost-status/question/${id}`,
      ]),
      `/api/podcasts/${episode.id}`,
      `/api/podcasts/${episode.id}/chapters`,
      ...[named, reply, own, pinned].flatMap(({ id }) => [
        `/api/discussions/${id}`,
        `/api/content/${id}`,
        `/api/boost-status/discussion/${id}`,
        `/api/repost-status/discussion/${id}`,
      ]),
      ...[...authors(), target, fan].flatMap(({ user }) => [
        `/api/users/${user.id}`,
        `/api/users/username/${user.username}`,
        `/api/users/${user.id}/recent-question`,
        `/api/users/${user.id}/content`,
        `/api/users/${user.id}/pending-questions`,
        `/api/users/${user.id}/pending-questions?filtered=true`,
        `/api/users/${user.id}/following-status`,
        `/api/users/${user.id}/xp-activities`,
        `/api/users/${user.id}/export`,
        `/api/admin/users/${user.id}/content`,
      ]),
      '/api/users',
      '/api/users?after=',
      '/api/users?canAsk=true',
      '/api/users/search?q=sealed',
      ...['who', 'what', 'words', 'name'].map((word) => `/api/search?q=${word}`),
      '/api/questions/similar?title=What%20do%20you%20hide',
      '/api/blocks',
      '/api/mutes',
      '/api/notifications',
      '/api/notifications/unread-count',
      `/api/users/${ownId}/pending-questions`,
      `/api/users/${ownId}/pending-questions?filtered=true`,
      '/api/word-rules',
      `/api/users/${ownId}/export`,
      `/api/notifications/${ownId}`,
      '/api/auth/user',
      '/api/docs-json',
      '/api/reports/ambassador',
      '/api/reports/ambassador?status=resolved',
      '/api/admin/wipes',
    ]) {
      const { status } = await viewer.call('GET', path);
      expect(`${path} ${[200, 401, 403, 404].includes(status) ? 'answered' : status}`).toBe(`${path} answered`);
    }
    const items = [question, asked, guests].map(({ id }) => ({ contentType: 'question', contentId: id }));
    for (const kind of ['boost', 'repost']) await viewer.call('POST', `/api/batch/${kind}-status`, { body: { items } });
    return viewer.received.slice(from).flatMap(partsOf);
  };
  const namesOf = (client: Client) => [client.user.id, client.user.username];
  const joinedIn = (parts: readonly string[]) =>
    parts.filter(
      (part) =>
        anonymousIds().some((id) => part.includes(id)) &&
        authors()
          .flatMap(namesOf)
          .some((name) => part.includes(name)),
    );

  const nobodyIsToldWho = async () => {
    for (const [who, viewer] of Object.entries(viewers())) {
      const parts = await walk(viewer);
      expect([who, joinedIn(parts)]).toEqual([who, []]);
      const locked = [words.description, words.own];
      if (viewer !== target) locked.push(words.pinned);
      if (viewer !== fan) locked.push(words.named);
      for (const secret of locked) expect([who, parts.filter((part) => part.includes(secret))]).toEqual([who, []]);
    }
    for (const { texts } of sockets) {
      expect(joinedIn(texts)).toEqual([]);
      for (const secret of Object.values(words)) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  };
  /** Fails if one record contains a post and its author, or if a record of each shares an id with the other. */
  const expectNoJoinedRecords = async () => {
    // Skips frozen lists. They contain all posts and are the same for every reader, so they name no author.
    const records = (await readAllRecords(system)).filter(({ source }) => source !== 'content.frozen_list_parts');
    const byId = new Map<string, FoundRecord[]>();
    for (const record of records) for (const id of record.ids) byId.set(id, [...(byId.get(id) ?? []), record]);
    const people = new Set(
      Object.values({ ...viewers(), sealed, masked }).flatMap((client) => (client === visitor ? [] : [client.user.id])),
    );
    const joins: string[] = [];
    for (const [post, author] of [
      ...[question, asked, ignored, withheld, held].map(({ id }) => [id, sealed] as const),
      [reply.id, masked] as const,
      [own.id, sealed] as const,
    ]) {
      expect((byId.get(post) ?? []).length).toBeGreaterThan(0);
      for (const record of byId.get(post) ?? []) {
        if (record.ids.has(author.user.id)) joins.push(`${record.source} has both`);
        for (const id of record.ids) {
          const neighbours = byId.get(id) ?? [];
          if (id === post || people.has(id) || neighbours.length > tooCommon) continue;
          for (const other of neighbours)
            if (other.ids.has(author.user.id) && !other.ids.has(post))
              joins.push(`${record.source} and ${other.source} by ${id}`);
        }
      }
    }
    expect([...new Set(joins)]).toEqual([]);
  };

  const nothingTells = async () => {
    await untilReadyAndSettled(system);
    expect((await visitor.call('GET', `/api/questions/${question.id}`)).status).toBe(200);
    await nobodyIsToldWho();
    await expectNoJoinedRecords();
  };

  it('other people see neither the author nor locked words of an anonymous post', async () => {
    await nobodyIsToldWho();
    const pending = await target.get<Question[]>(`/api/users/${target.user.id}/pending-questions`);
    expect(pending.map(({ id }) => id)).toEqual([withheld.id]);
    const reports = (await ambassador.get<Report[]>('/api/reports/ambassador')).filter(({ contentId }) =>
      anonymousIds().includes(contentId),
    );
    expect(reports).toHaveLength(3);
    for (const { reportedUser } of reports)
      expect(reportedUser).toMatchObject({ username: 'Anonymous', isAnonymous: true });
    const notified = (await Promise.all([target, fan, ambassador].map((client) => client.notifications()))).flat();
    for (const { actor, contentId } of notified)
      if (contentId !== null && [asked.id, ignored.id, guests.id, reply.id].includes(contentId) && actor !== null)
        expect([fan.user.id, target.user.id]).toContain(actor.id);
  });

  it('locked words of an anonymous post are visible to their author alone', async () => {
    const unnamed = { isAnonymous: true, creatorId: null, creator: null, creatorUsername: null };
    const page = await sealed.question(question.id);
    expect(page).toMatchObject({ ...unnamed, isMine: true, description: words.description });
    const contents = async (client: Client) =>
      (await client.question(question.id)).discussions.map(({ content }) => content);
    expect(page.discussions.map(({ isMine }) => isMine)).toEqual([false, false, true]);
    expect(await contents(sealed)).toEqual([null, null, words.own]);
    for (const other of [...Object.values(viewers()), masked])
      expect(await other.question(question.id)).toMatchObject({ ...unnamed, isMine: false, description: null });
    expect(await contents(masked)).toEqual([null, words.masked, null]);
  });

  it('notifications name no anonymous author, and XP payments no anonymous post', async () => {
    const isOfReply = ({ type, contentId }: Notification) => type === 'comment' && contentId === reply.id;
    for (const told of [sealed, fan])
      expect((await told.notifications()).filter(isOfReply)).toMatchObject([{ actor: null }]);
    const paid = await sealed.activities();
    expect(paid.filter(({ rule }) => rule !== 'anonymous-posts').map(({ rule }) => rule)).toEqual(['question-posted']);
    const pools = paid.filter(({ rule }) => rule === 'anonymous-posts');
    expect(pools.length).toBeGreaterThan(0);
    for (const pool of pools) expect(pool).toMatchObject({ contentId: null, contentType: null });
  });

  it('an anonymous author stays anonymous after boosts open the locked words', async () => {
    const soon = { title: 'And now?', description: 'Soon', replyBoostThreshold: 3 };
    const open = await sealed.ask({ ...soon, isAnonymous: true });
    await masked.say(open.id, 'Now', { isAnonymous: true });
    for (const booster of [sealed, ambassador, fan]) await booster.boost('question', open.id);
    await untilReadyAndSettled(system);
    const helped = async (client: Client) =>
      (await client.notifications()).filter(
        ({ contentId, message }) => contentId === open.id && message.includes('one of'),
      );
    expect(await helped(ambassador)).toMatchObject([{ actor: null, count: 3 }]);
    for (const client of [sealed, fan]) expect(await helped(client)).toEqual([]);
    for (const name of authors().flatMap(namesOf))
      expect(ambassador.received.filter((text) => text.includes(open.id) && text.includes(name))).toEqual([]);
    for (const viewer of Object.values(viewers())) {
      const { text } = await viewer.call('GET', `/api/questions/${open.id}`);
      for (const shown of ['Soon', 'Now']) expect(text).toContain(`"${shown}"`);
      for (const name of authors().flatMap(namesOf)) expect(text).not.toContain(name);
    }
  });

  it('no row, message, job or key joins an anonymous post with its author', expectNoJoinedRecords);

  it('a wipe of an account neither counts nor hides its anonymous posts', async () => {
    const path = `/api/admin/users/${sealed.user.id}/content`;
    const named = { questions: 1, discussions: 0, podcasts: 0, reposts: 0 };
    expect(await ambassador.get<WipeCounts>(path)).toEqual(named);
    const wipe = await ambassador.wipe(sealed.user.id);
    expect(wipe.counts).toEqual(named);
    await nothingTells();
    await ambassador.undoWipe(wipe.wipeId);
    await nothingTells();
  });

  it('a deletion and a restore of the account leave its anonymous posts visible', async () => {
    await sealed.deleteAccount();
    await nothingTells();
    await sealed.login(sealed.user.username);
    await nothingTells();
  });

  it('an ambassador can remove an anonymous post without revealing its author', async () => {
    await ambassador.remove('discussion', reply.id);
    await ambassador.remove('question', withheld.id);
    await nothingTells();
  });

  it('no log names a person or holds words of a post, and no file name names a person', () => {
    const logs = readLogText(system);
    expect(logs).toContain('Answered');
    expect(logs).toContain('The web app has failed');
    const people = [sealed, masked, target, fan, ambassador].flatMap(namesOf);
    const secrets = [...Object.values(words), ...people, guests.receipt!];
    expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
    const files = readdirSync(system.files.media, { recursive: true }).map(String);
    expect(files.length).toBeGreaterThan(0);
    for (const person of people) expect(files.filter((name) => name.includes(person))).toEqual([]);
  });
};
