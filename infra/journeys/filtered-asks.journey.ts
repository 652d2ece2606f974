import type {
  AccountExport,
  Notification,
  PendingQuestion,
  Question,
  WordRule,
  WordRulePreview,
} from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { readAllRecords } from './attack/read-everything.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { readLogText, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

export const filteredAsksJourney = (system: System): void => {
  const visitor = new Client(system);
  const [target, fan, ghost] = registerPeople(system, 'target', 'fan', 'ghost');

  const ask = (client: Client, title: string, isAnonymous = false) =>
    client.ask({ title, isAnonymous, targetUserId: target.user.id });
  const addRule = (text: string) =>
    target.expect<WordRule>('POST', '/api/word-rules', { body: { text, expiresAt: null } });

  it('held asks cause no notification, and look pending to their askers', async () => {
    for (const [title, asker] of [
      ['Is it spoiled?', fan],
      ['Which spoiler?', ghost],
    ] as const)
      await ask(asker, title, true);
    const preview = { body: { text: 'Spoiler' } };
    expect(await target.expect<WordRulePreview>('POST', '/api/word-rules/preview', preview)).toEqual({
      held: 1,
      of: 2,
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
    const path = `/api/users/${target.user.id}/pending-questions`;
    const heldOnes = await target.get<PendingQuestion[]>(`${path}?filtered=true`);
    expect(heldOnes.map(({ id, filteredBy }) => [id, filteredBy])).toEqual(
      asks.map(([, , { id }]) => [id, 'spoiler']).reverse(),
    );
    const pending = await target.get<PendingQuestion[]>(path);
    expect(pending.filter(({ filteredBy }) => filteredBy !== null)).toEqual([]);
    for (const [, free] of asks) expect(pending.map(({ id }) => id)).toContain(free.id);
    const exported = await target.get<AccountExport>(`/api/users/${target.user.id}/export`);
    expect(exported.wordRules).toEqual([rule]);
    for (const client of [fan, ghost]) expect(JSON.stringify(client.received)).not.toContain('filteredBy');
  });

  it('the words of a word rule are in one table and in no log', async () => {
    const words = 'quite unspeakable';
    await addRule(words);
    await untilReadyAndSettled(system);
    const found = (await readAllRecords(system)).filter(({ state }) => state.includes(words));
    expect([...new Set(found.map(({ source }) => source))]).toEqual(['content.word_rules']);
    expect(readLogText(system)).not.toContain(words);
  });
};
