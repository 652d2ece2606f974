import type {
  AccountExport,
  ErrorBody,
  Notification,
  OwnUser,
  PendingQuestion,
  Question,
  User,
  UserListItem,
  WordRule,
  WordRulePreview,
} from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { readEverything } from './attack/read-everything.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { logsOf, type System } from './system.ts';

export const filteredAsksJourney = (system: System): void => {
  const visitor = new Client(system);
  const [target, fan, ghost] = registerPeople(system, 'target', 'fan', 'ghost');

  const asking = (client: Client, title: string, isAnonymous = false) =>
    client.call<ErrorBody>('POST', '/api/questions', { body: { title, isAnonymous, targetUserId: target.user.id } });
  const ask = (client: Client, title: string, isAnonymous = false) =>
    client.ask({ title, isAnonymous, targetUserId: target.user.id });
  const seenBy = async (client: Client) => {
    const user = await client.get<User>(`/api/users/username/${encodeURIComponent(target.user.username)}`);
    const anonymously = await client.get<UserListItem[]>('/api/users?canAsk=true&isAnonymous=true');
    return [user.canAsk, user.canAskAnonymously, anonymously.some(({ id }) => id === target.user.id)];
  };
  const lists = async () => {
    const path = `/api/users/${target.user.id}/pending-questions`;
    const [pending, held] = [
      await target.get<PendingQuestion[]>(path),
      await target.get<PendingQuestion[]>(`${path}?filtered=true`),
    ];
    expect(pending.filter(({ filteredBy }) => filteredBy !== null)).toEqual([]);
    return { pending: pending.map(({ id }) => id), held: held.map(({ id, filteredBy }) => [id, filteredBy]) };
  };
  const addRule = (text: string) =>
    target.expect<WordRule>('POST', '/api/word-rules', { body: { text, expiresAt: null } });

  it('anonymous asks are refused while they are off, and the profile shows this', async () => {
    const open = [true, true, true];
    for (const viewer of [visitor, fan, ghost]) expect(await seenBy(viewer)).toEqual(open);
    const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const off = { anonymousAsks: 'off', anonymousAsksOffUntil: nextWeek };
    expect(await target.change('who-may-ask', off)).toEqual(off);
    expect(await target.get<OwnUser>('/api/auth/user')).toMatchObject({ whoMayAsk: 'everyone', ...off });
    const refusals = [];
    for (const asker of [visitor, fan, ghost]) refusals.push(await asking(asker, 'Who am I?', true));
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([403, 'not_accepting']);
    expect(new Set(refusals.map(({ body }) => body.error)).size).toBe(1);
    for (const viewer of [fan, ghost]) expect(await seenBy(viewer)).toEqual([true, false, false]);
    expect(await seenBy(visitor)).toEqual([false, false, false]);
    expect((await asking(fan, 'It is me?')).status).toBe(201);
    await target.change('who-may-ask', { anonymousAsks: 'on' });
    for (const viewer of [visitor, fan, ghost]) expect(await seenBy(viewer)).toEqual(open);
    expect((await asking(visitor, 'Who am I?', true)).status).toBe(201);
  });

  it('held asks cause no notification, and look pending to their askers', async () => {
    for (const [title, asker] of [
      ['Is it spoiled?', fan],
      ['Which spoiler?', ghost],
    ] as const)
      await ask(asker, title, true);
    const preview = { body: { text: 'Spoiler' } };
    expect(await target.expect<WordRulePreview>('POST', '/api/word-rules/preview', preview)).toEqual({
      held: 1,
      of: 4,
    });
    const rule = await addRule('spoiler');
    const asks = [
      [fan, await ask(fan, 'Any news?'), await ask(fan, 'Any SPOILER?')],
      [ghost, await ask(ghost, 'Any news?', true), await ask(ghost, 'Any spóiler?', true)],
      [visitor, await ask(visitor, 'Any news?', true), await ask(visitor, 'Any spoiler?', true)],
    ] as const;
    await untilReadyAndSettled(system);
    const alike = (text: string, { id, title, createdAt }: Question, receipt: string | null) =>
      [id, title, createdAt, receipt ?? id].reduce((seen, own) => seen.replaceAll(own, '…'), text);
    for (const [asker, free, held] of asks) {
      const looks = await Promise.all(
        [free, held].map(async (question) => {
          const { id, receipt } = question;
          const answers = [JSON.stringify(question)];
          const read = async (method: string, path: string, body?: object) =>
            answers.push(
              (await asker.call(method, path, { ...(body && { body }) })).text.replace(/"requestId":"[^"]*"/, ''),
            );
          for (const path of ['', '/room?after=0', '/discussions?before=9'])
            await read('GET', `/api/questions/${id}${path}`);
          await read('GET', `/api/content/${id}`);
          await read('GET', `/api/boost-status/question/${id}`);
          if (receipt !== null) await read('POST', '/api/receipts', { receipt });
          return alike(JSON.stringify(answers), question, receipt);
        }),
      );
      expect(looks[1]).toBe(looks[0]);
      const news = (await target.notifications()).map(({ contentId }: Notification) => contentId);
      expect([news.includes(free.id), news.includes(held.id)]).toEqual([true, false]);
    }
    const { pending, held } = await lists();
    expect(held).toEqual(asks.map(([, , { id }]) => [id, 'spoiler']).reverse());
    for (const [, free] of asks) expect(pending).toContain(free.id);
    const exported = await target.get<AccountExport>(`/api/users/${target.user.id}/export`);
    expect(exported.wordRules).toEqual([rule]);
    for (const client of [fan, ghost]) expect(JSON.stringify(client.received)).not.toContain('filteredBy');
  });

  it('held asks can be approved, and are released when the word rule is removed', async () => {
    const [approved, ...others] = (await lists()).held.map(([id]) => id!);
    await target.approveWithReply(approved!, 'No spoilers', 1);
    expect(await visitor.question(approved!)).toMatchObject({ isApproved: true });
    const [rule] = await target.get<WordRule[]>('/api/word-rules');
    expect((await fan.call('DELETE', `/api/word-rules/${rule!.id}`)).status).toBe(404);
    await target.expect('DELETE', `/api/word-rules/${rule!.id}`);
    const after = await lists();
    expect(after.held).toEqual([]);
    for (const id of others) expect(after.pending).toContain(id);
  });

  it('the words of a rule are in one table and in no log', async () => {
    const words = 'quite unspeakable';
    await addRule(words);
    await untilReadyAndSettled(system);
    const found = (await readEverything(system)).filter(({ state }) => state.includes(words));
    expect([...new Set(found.map(({ source }) => source))]).toEqual(['content.word_rules']);
    expect(logsOf(system)).not.toContain(words);
  });
};
