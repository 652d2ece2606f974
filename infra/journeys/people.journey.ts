import { isDeepStrictEqual } from 'node:util';
import type { FeedItem, Question } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { takeSnapshot, untilListed } from './api-snapshot.ts';
import { readAllRecords } from './attack/read-everything.ts';
import { Client, registerNewcomer } from './client.ts';
import { eraseAccount } from './erase-account.ts';
import { untilReadyAndSettled } from './settled.ts';
import { readLogText, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';
import { tablesWithAccounts } from './tables-with-accounts.ts';

const hourMs = 3_600_000;

export const peopleJourney = (system: System): void => {
  const visitor = new Client(system);
  const [maya, ines, theo] = registerPeople(system, 'maya', 'ines', 'theo');

  it('boosts can open the pinned reply to an anonymous question', async () => {
    const asked = await visitor.ask({ title: 'Would you do it again?', isAnonymous: true, targetUserId: ines.user.id });
    for (const other of [visitor, maya])
      expect((await other.call('GET', `/api/questions/${asked.id}`)).status).toBe(404);
    const pending = `/api/users/${ines.user.id}/pending-questions`;
    expect((await ines.get<Question[]>(pending)).map(({ id, creatorId }) => [id, creatorId])).toEqual([
      [asked.id, null],
    ]);
    await eventually('the news', async () =>
      (await ines.notifications()).some(({ type, contentId }) => type === 'question' && contentId === asked.id),
    );

    const answer = await ines.approveWithReply(asked.id, 'At once, and earlier', 2);
    expect(answer).toMatchObject({ content: 'At once, and earlier', isMine: true, boostThreshold: 2 });
    expect(await ines.get<Question[]>(pending)).toEqual([]);
    const feed = await visitor.get<FeedItem[]>('/api/feed?sortBy=recent&limit=50');
    expect(feed.find(({ id }) => id === asked.id)).toMatchObject({ activityType: 'approved' });
    const socket = await maya.socket();
    await socket.join(asked.id);
    const [joined] = socket.of('joined');
    for (const booster of [maya, theo]) {
      expect((await maya.question(asked.id)).pinnedReply).toMatchObject({ id: answer.id, content: null });
      await booster.boost('question', asked.id);
    }
    const shown = { content: 'At once, and earlier', isRevealed: true };
    for (const reader of [visitor, maya]) expect((await reader.question(asked.id)).pinnedReply).toMatchObject(shown);
    expect(await socket.entry(asked.id, joined!.lastNumber + 1)).toMatchObject({ entry: 'revealed' });
    expect(socket.texts.join()).not.toContain('At once, and earlier');
    socket.close();
  });

  it('a deleted account is hidden, can return within three days, and is then erased', async () => {
    const { id, username } = theo.user;
    const question = await theo.ask({ title: 'Shall I go?', description: 'I have packed' });
    const room = await ines.ask({ title: 'Who is still here?' });
    await theo.say(room.id, 'Me, for now');
    await theo.boost('question', room.id);
    await ines.boost('question', question.id);
    await theo.follow(ines.user.id);
    await untilReadyAndSettled(system);
    const look = () => takeSnapshot(visitor, { people: [theo, ines, maya], questionIds: [question.id, room.id] });
    await untilListed(visitor, [question.id, room.id]);
    const before = await look();
    expect((await theo.call('DELETE', `/api/users/${id}`, { body: { password: 'not this one' } })).status).toBe(403);
    const { undoUntil } = await theo.deleteAccount();
    expect(Date.parse(undoUntil)).toBeGreaterThan(Date.now() + 71 * hourMs);
    const isGone = async (path: string) => {
      expect((await theo.call('GET', '/api/auth/user')).status).toBe(401);
      await eventually(`${path} is gone`, async () => (await ines.call('GET', path)).status === 404);
    };
    await isGone(`/api/users/${id}`);
    await isGone(`/api/questions/${question.id}`);
    await untilReadyAndSettled(system);
    expect(await ines.question(room.id)).toMatchObject({ discussionCount: 0, boostCount: 1 });
    await theo.login(username);
    await untilReadyAndSettled(system);
    await eventually('the lists', async () => isDeepStrictEqual(await look(), before)).catch(() => undefined);
    expect(await look()).toEqual(before);

    const invitation = 'Ask me why I came back';
    await theo.change('invitation', { invitation });
    const podcastFeed = await theo.openFeed([(await theo.publish()).id]);
    await theo.repost('question', room.id, 'Come back');
    for (const mark of [`questions/${room.id}/watch`, `bookmarks/question/${room.id}`])
      await theo.expect('PUT', `/api/${mark}`, { body: { on: true } });
    await theo.report('question', room.id);
    await theo.expect('POST', '/api/word-rules', { body: { text: 'gone', expiresAt: null } });
    await theo.ask({ title: 'And you?', targetUserId: ines.user.id });
    for (const [one, other] of [
      [theo, maya],
      [maya, theo],
    ] as const)
      await one.expect('PUT', `/api/users/${other.user.id}/mute`, { body: { on: true } });
    await theo.change('notification-preferences', { questionBoosts: true, newReplies: true, reposts: false });
    await untilReadyAndSettled(system);
    const withInvitation = (await readAllRecords(system)).filter(({ state }) => state.includes(invitation));
    expect([...new Set(withInvitation.map(({ source }) => source))]).toEqual(['identity.texts']);
    expect(readLogText(system)).not.toContain(/[\w-]+(?=\.xml$)/.exec(podcastFeed)![0]);
    const holdsThem = async () => {
      const records = (await readAllRecords(system)).filter(({ ids }) => ids.has(id));
      const tables = records
        .map(({ source }) => source)
        .filter((source) => !/^stream|^log|^redis|\.events:/.test(source));
      return [...new Set(tables)].sort();
    };
    const known = Object.entries(tablesWithAccounts);
    expect(await holdsThem()).toEqual(known.map(([table]) => table));
    const lists = new Set(known.map(([, { exported }]) => exported).filter((list) => typeof list === 'string'));
    const exported = await theo.get<Record<string, unknown>>(`/api/users/${id}/export`);
    const filled = Object.keys(exported).filter((list) => JSON.stringify(exported[list]).length > 2);
    expect(filled).toEqual(expect.arrayContaining([...lists]));

    await eraseAccount(system, theo);
    await isGone(`/api/users/${id}`);
    await expect(theo.login(username)).rejects.toThrow('answered 401');
    const left = known.filter(([, { isErased }]) => !isErased).map(([table]) => table);
    await eventually('the erasure', async () => isDeepStrictEqual(await holdsThem(), left)).catch(() => undefined);
    expect(await holdsThem()).toEqual(left);
    await eventually('the podcast feed is gone', async () => (await visitor.call('GET', podcastFeed)).status === 410);
  });

  it('boosts that arrive during an approval can open the pinned reply', async () => {
    let asker = maya;
    for (let round = 0; round < 40; round += 1) {
      // A person may ask another person only ten times a day.
      if (round % 10 === 0) asker = await registerNewcomer(system.url, 'asker');
      const { id } = await asker.ask({ title: 'Now or never?', targetUserId: ines.user.id });
      await Promise.all([
        asker.boost('question', id),
        ines.approveWithReply(id, 'Now', 1 + (round % 2)),
        ines.boost('question', id),
      ]);
      expect((await visitor.question(id)).pinnedReply).toMatchObject({ content: 'Now', isRevealed: true });
    }
  });
};
