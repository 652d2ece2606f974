import type { ContentLocation, Question, Report, UnreadCount } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client, newcomers } from './client.ts';
import { grantRole } from './roles.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

export const moderatingReportsJourney = (system: System): void => {
  const visitor = new Client(system);
  const [author, reporter, other, ambassador, judged] = registerPeople(
    system,
    'author',
    'reporter',
    'other',
    'ambassador',
    'judged',
  );
  const list = '/api/reports/ambassador';
  const listed = (client: Client) => client.get<Report[]>(list);
  const of = (reports: readonly Report[], { id }: { readonly id: string }) =>
    reports.filter(({ contentId }) => contentId === id);

  beforeAll(async () => {
    for (const client of [ambassador, judged]) await grantRole(system, client, 'ambassador');
  });

  it('reports name the author of signed posts only', async () => {
    const signed = await author.ask({ title: 'Who owes me twenty euros?' });
    const reply = await author.say((await other.ask({ title: 'Who is late?' })).id, 'You are');
    const sealed = await Promise.all(
      ['Who stole my bike?', 'Who sold it?'].map((title) => author.ask({ title, isAnonymous: true })),
    );
    for (const reader of [reporter, other]) await reader.report('question', signed.id, 'It names a neighbour');
    await reporter.report('discussion', reply.id);
    for (const { id } of sealed) await reporter.report('question', id);

    const reports = await listed(ambassador);
    for (const one of [...of(reports, signed), ...of(reports, reply)])
      expect(one.reportedUser).toEqual({ username: author.user.username, isAnonymous: false });
    expect(of(reports, signed).map((one) => one.reporter?.username)).toEqual(
      [other, reporter].map(({ user }) => user.username),
    );
    const unnamed = sealed.flatMap((question) => of(reports, question));
    expect(unnamed.map((one) => [one.reportedUser, one.reporter])).toEqual(
      sealed.map(() => [{ username: 'Anonymous', isAnonymous: true }, null]),
    );
    for (const { user } of [author, reporter])
      for (const secret of [user.id, user.username]) expect(JSON.stringify(unnamed)).not.toContain(secret);
  });

  it('ambassadors alone see reports, but none about their own signed posts', async () => {
    const question = await judged.ask({ title: 'Who judges me?' });
    const { id } = await reporter.report('question', question.id, 'It judges');
    expect(of(await listed(ambassador), question)).toHaveLength(1);
    expect(of(await listed(judged), question)).toEqual([]);
    const resolve = { body: { status: 'resolved' } };
    for (const [client, status] of [[visitor, 401] as const, [reporter, 403] as const, [other, 403] as const]) {
      for (const path of [list, `${list}?status=resolved`])
        expect((await client.call('GET', path)).status).toBe(status);
      expect((await client.call('PATCH', `/api/reports/${id}/status`, resolve)).status).toBe(status);
      expect((await client.call('DELETE', `/api/questions/${question.id}`)).status).toBe(status);
    }
    expect((await judged.call('PATCH', `/api/reports/${id}/status`, resolve)).status).toBe(403);
  });

  it('the answer for a question is the same if its address names a report', async () => {
    const question = await author.ask({ title: 'Who looks?' });
    const { id } = await reporter.report('question', question.id, 'It looks at me');
    for (const client of [visitor, author, reporter, ambassador]) {
      const path = `/api/questions/${question.id}`;
      const { text } = await client.call('GET', `${path}?report=${id}`);
      expect(text).toBe((await client.call('GET', path)).text);
      expect(text).not.toContain('It looks at me');
    }
  });

  it('a report leads to the reported reply, and stays open after its deletion', async () => {
    const question = await other.ask({ title: 'Who shouts?' });
    const reply = await author.say(question.id, 'I do');
    const reports = [await reporter.report('discussion', reply.id), await other.report('discussion', reply.id)];
    const place = () => ambassador.get<ContentLocation>(`/api/content/${reply.id}`);
    const where = { contentType: 'discussion', id: reply.id, questionId: question.id };
    expect(await place()).toEqual(where);
    await ambassador.expect('DELETE', `/api/discussions/${reply.id}`);
    expect(await place()).toEqual(where);
    await untilReadyAndSettled(system);
    expect(of(await listed(ambassador), reply).map(({ isRemoved }) => isRemoved)).toEqual([true, true]);
    const before = await ambassador.get<UnreadCount>('/api/notifications/unread-count');
    for (const { id } of reports) await ambassador.resolve(id);
    expect(of(await listed(ambassador), reply)).toEqual([]);
    const after = await ambassador.get<UnreadCount>('/api/notifications/unread-count');
    expect(after.reports).toBe(before.reports! - 2);
  });

  it('a target can ignore all signed asks of one person at once', async () => {
    const [target, asker] = await newcomers(system.url, 'target', 'asker');
    const askBy = (client: Client, title: string, isAnonymous = false) =>
      client.ask({ title, isAnonymous, targetUserId: target.user.id });
    const pending = async () =>
      (await target.get<Question[]>(`/api/users/${target.user.id}/pending-questions`)).map(({ title }) => title).sort();
    for (const title of ['One?', 'Two?', 'Three?']) await askBy(asker, title);
    await askBy(asker, 'Who am I?', true);
    await askBy(other, 'Another?');
    const path = `/api/users/${target.user.id}/pending-questions/ignore`;
    const body = { userId: asker.user.id };
    for (const [client, status] of [[visitor, 401] as const, [asker, 403] as const, [ambassador, 403] as const])
      expect((await client.call('POST', path, { body })).status).toBe(status);
    expect(await pending()).toHaveLength(5);
    const asksOfAsker = () => asker.get<Question[]>(`/api/users/${asker.user.id}/content`);
    const before = await asksOfAsker();
    expect(await target.expect('POST', path, { body })).toEqual({ ignored: 3 });
    expect(await pending()).toEqual(['Another?', 'Who am I?']);
    expect(await target.expect('POST', path, { body })).toEqual({ ignored: 0 });
    expect(await asksOfAsker()).toEqual(before);
  });
};
