import { randomUUID } from 'node:crypto';
import {
  AccountErased,
  ContentRemoved,
  ContentRestored,
  contentKey,
  type LiveReport,
  liveSubjects,
  moderationRpc,
  Revealed,
} from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually, sourceFact, tableRows } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, type KnownContent, named, startModeration } from '../moderation.suite.js';
import { eraseReportedWords } from './reported-words.js';

const at = '2026-11-20T10:00:00.000Z';
const secret = 'What nobody may read yet';

const test = aService(() => startModeration());

const removal = (content: KnownContent, revision: number) => ({
  contentType: content.contentType,
  contentId: content.contentId,
  questionId: content.questionId,
  owner: content.owner,
  isAnonymous: content.owner.sealed !== null,
  removalId: randomUUID(),
  revision,
  number: null,
});
const removedFact = (content: KnownContent, revision: number) =>
  sourceFact(ContentRemoved, { ...removal(content, revision), cause: 'author' }, { at, routingId: content.questionId });
const find = async (id: string, status: 'pending' | 'resolved' = 'pending') =>
  (await test.reports(status)).find((report) => report.id === id);
const words = async (text: string): Promise<number> =>
  (await test.service.service.pool.query('select 1 from texts where words like $1', [`%${text}%`])).rows.length;

describe('a report', () => {
  it('keeps the reported words, the reporter and the author', async () => {
    const [reporter, author] = [randomUUID(), randomUUID()];
    const content = test.add({ authorId: author, owner: named(author) });
    const report = await test.report(content, reporter);
    expect(report).toMatchObject({
      contentType: 'question',
      contentId: content.contentId,
      reporterId: reporter,
      authorId: author,
      reason: 'Rude',
      preview: { title: 'Why?', description: 'Because', content: null, mediaType: null },
      status: 'pending',
      isRemoved: false,
      reviewerId: null,
      resolvedAt: null,
    });
    test.add({ ...content, preview: { ...content.preview, title: 'Edited since' } });
    expect(await find(report.id)).toEqual(report);
  });

  it.each(['question', 'discussion', 'podcast'] as const)('of a %s is accepted', async (contentType) => {
    const content = test.add({ contentType });
    expect(await test.report(content, randomUUID())).toMatchObject({ contentType, contentId: content.contentId });
  });

  it('of own content is refused, also if it is anonymous', async () => {
    const author = randomUUID();
    for (const owner of [named(author), anonymous()])
      await expect(test.report(test.add({ authorId: author, owner }), author)).rejects.toMatchObject({
        code: 'forbidden',
      });
  });

  it('of removed, pending or unknown content is refused', async () => {
    const content = test.add();
    test.removed.add(contentKey(content));
    await expect(test.report(content, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(test.report({ contentType: 'question', contentId: randomUUID() }, randomUUID())).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
  });

  it('is one per person and content while open, also under concurrency', async () => {
    const reporter = randomUUID();
    const content = test.add();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => test.report(content, reporter)));
    const filed = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(filed).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_reported' });
    await test.report(content, randomUUID());
    await test.resolve(filed[0]!.id, randomUUID());
    expect((await test.report(content, reporter)).id).not.toBe(filed[0]!.id);
  });

  it('is filed once under one key', async () => {
    const content = test.add();
    const [reporter, idempotencyKey] = [randomUUID(), randomUUID()];
    const first = await test.report(content, reporter, { idempotencyKey });
    expect(await test.report(content, reporter, { idempotencyKey })).toEqual(first);
  });

  it('is answered to a repeated key after the content was removed', async () => {
    const content = test.add();
    const [reporter, idempotencyKey] = [randomUUID(), randomUUID()];
    const first = await test.report(content, reporter, { idempotencyKey });
    test.removed.add(contentKey(content));
    expect(await test.report(content, reporter, { idempotencyKey })).toEqual(first);
  });

  it('of anonymous content names no author in any row or event', async () => {
    const author = randomUUID();
    const report = await test.report(test.add({ authorId: author, owner: anonymous() }), randomUUID());
    expect(report.authorId).toBeNull();
    await test.resolve(report.id, randomUUID());
    const { pool } = test.service.service;
    const rows = await tableRows(pool, [
      'reports',
      'texts',
      'audit_entries',
      'events',
      'claims',
      'locked_reports',
      'stream_heads',
    ]);
    expect(JSON.stringify(rows)).not.toContain(author);
  });

  it('shows a later removal of the content, and its return', async () => {
    const question = test.add();
    const reply = test.add({ contentType: 'discussion', questionId: question.contentId });
    const reports = [await test.report(question, randomUUID()), await test.report(reply, randomUUID())];
    const removed = async () => Promise.all(reports.map(async ({ id }) => (await find(id))?.isRemoved));
    await test.content.publish(removedFact(question, 1));
    await eventually('both are gone', async () => (await removed()).every((gone) => gone === true));
    await test.content.publish(
      sourceFact(ContentRestored, removal(question, 2), { at, routingId: question.questionId }),
    );
    await eventually('both are back', async () => (await removed()).every((gone) => gone === false));
    expect(await find(reports[0]!.id)).toMatchObject({ preview: { title: 'Why?' } });
  });
});

describe('locked words', () => {
  const locked = (): KnownContent =>
    test.add({ isLocked: true, preview: { title: 'Open?', description: null, content: null, mediaType: null } });
  const open = (content: KnownContent) =>
    test.add({ ...content, isLocked: false, preview: { ...content.preview, description: secret } });
  const revealed = ({ questionId, owner }: KnownContent) =>
    sourceFact(Revealed, { questionId, owner, threshold: 3, revealCount: 3, number: 1 }, { at, routingId: questionId });

  it('are in no report until all readers may see them', async () => {
    const content = locked();
    const report = await test.report(content, randomUUID());
    expect(report.preview).toMatchObject({ title: 'Open?', description: null });
    open(content);
    await test.content.publish(revealed(content));
    await eventually('the words are there', async () => (await find(report.id))?.preview.description === secret);
  });

  it('are in a report if they open while it is on its way', async () => {
    const content = locked();
    const key = contentKey(content);
    const { get } = test.contents;
    let asked = 0;
    test.contents.get = (wanted) => {
      const known = get.call(test.contents, wanted);
      if (wanted !== key) return known;
      asked += 1;
      if (asked === 1) open(content);
      return known;
    };
    try {
      expect((await test.report(content, randomUUID())).preview.description).toBe(secret);
    } finally {
      test.contents.get = get;
    }
  });
});

describe('resolving', () => {
  it('moves a report to the history, names the reviewer and tells gateways', async () => {
    const heard: LiveReport[] = [];
    subscribeLive<LiveReport>(test.service.connection, `${test.service.prefix}${liveSubjects.reports}`, (report) =>
      heard.push(report),
    );
    await test.service.connection.flush();
    const [reporter, author, ambassador] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = await test.report(test.add({ authorId: author, owner: named(author) }), reporter);
    const pendingBefore = (await test.service.call(moderationRpc.pendingReports, {}, null)).reports;
    const resolved = await test.resolve(id, ambassador);
    expect(resolved).toMatchObject({ status: 'resolved', reviewerId: ambassador });
    expect(resolved.resolvedAt).not.toBeNull();
    expect(await find(id)).toBeUndefined();
    expect(await find(id, 'resolved')).toEqual(resolved);
    expect((await test.service.call(moderationRpc.pendingReports, {}, null)).reports).toBe(pendingBefore - 1);
    await eventually('the frame', () => heard.some(({ reportId }) => reportId === id));
    expect(heard.find(({ reportId }) => reportId === id)).toEqual({
      reportId: id,
      reporterId: reporter,
      authorId: author,
    });
  });

  it('again changes nothing, and the first reviewer stays', async () => {
    const { id } = await test.report(test.add(), randomUUID());
    const first = await test.resolve(id, randomUUID());
    expect(await test.resolve(id, randomUUID())).toEqual(first);
  });

  it('is refused to the reported author, also an anonymous one', async () => {
    const ambassador = randomUUID();
    for (const owner of [named(ambassador), anonymous()]) {
      const content = test.add({ authorId: ambassador, owner });
      const { id } = await test.report(content, randomUUID());
      test.removed.add(contentKey(content));
      await expect(test.resolve(id, ambassador)).rejects.toMatchObject({ code: 'forbidden' });
      expect(await find(id)).toMatchObject({ status: 'pending' });
    }
  });

  it('of an unknown report is refused', async () => {
    await expect(test.resolve(randomUUID(), randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the report that ambassadors see', () => {
  it.each([
    ['signed by one of them: nothing for that one, all for the others', named, [0, 1], true],
    ['anonymous: the same for all, without the reporter', anonymous, [1, 1], false],
  ] as const)('about a post %s', async (_whose, ownerOf, listed, isReporterThere) => {
    const [author, other, reporter] = [randomUUID(), randomUUID(), randomUUID()];
    const count = async (as: string) => (await test.service.call(moderationRpc.pendingReports, {}, as)).reports;
    const seenBy = async (as: string, status: 'pending' | 'resolved') =>
      (await test.reports(status, undefined, 100, as)).filter(({ contentId }) => contentId === content.contentId);
    const content = test.add({ authorId: author, owner: ownerOf(author) });
    const before = [await count(author), await count(other)] as const;
    const { id } = await test.report(content, reporter);
    expect([(await count(author)) - before[0], (await count(other)) - before[1]]).toEqual(listed);
    await expect(test.resolve(id, author)).rejects.toMatchObject({ code: 'forbidden' });
    for (const status of ['pending', 'resolved'] as const) {
      const [theirs, others] = [await seenBy(author, status), await seenBy(other, status)];
      expect([theirs.length, others.length]).toEqual(listed);
      expect(others[0]!.reporterId).toBe(isReporterThere ? reporter : null);
      if (theirs.length > 0) expect(theirs).toEqual(others);
      if (status === 'pending') await test.resolve(id, other);
    }
  });
});

describe('the list', () => {
  it('is newest first and pages by the last report seen', async () => {
    const filed: string[] = [];
    for (let number = 0; number < 4; number += 1) filed.push((await test.report(test.add(), randomUUID())).id);
    const first = await test.reports('pending', undefined, 2);
    const second = await test.reports('pending', first.at(-1)!.id, 2);
    expect([...first, ...second].map(({ id }) => id)).toEqual(filed.toReversed());
    expect(await test.reports('pending', randomUUID())).toEqual([]);
  });

  it('answers as many reports as one answer can hold', async () => {
    const long = { title: 'x'.repeat(300), description: '\u0001'.repeat(5000), content: null, mediaType: null };
    for (let number = 0; number < 12; number += 1) await test.report(test.add({ preview: long }), randomUUID());
    const page = await test.reports('pending');
    expect(page.length).toBeGreaterThan(0);
    expect(page.length).toBeLessThan(12);
  });
});

describe('the words of a report', () => {
  it('go 30 days after resolving, and the report stays in the history', async () => {
    const content = test.add({
      preview: { title: `Gone ${randomUUID()}`, description: null, content: null, mediaType: null },
    });
    const { id } = await test.report(content, randomUUID());
    const resolvedAt = Date.now() - 30 * 24 * 3_600_000 - 1000;
    await test.service.call(moderationRpc.resolveReport, { reportId: id }, randomUUID(), {
      now: new Date(resolvedAt).toISOString(),
    });
    await eventually('the words are gone', async () => (await find(id, 'resolved'))?.reason === null);
    expect(await find(id, 'resolved')).toMatchObject({ preview: { title: null }, status: 'resolved' });
    expect(await words(content.preview.title!)).toBe(0);
  });

  it('stay for those 30 days', async () => {
    const { id } = await test.report(test.add(), randomUUID());
    await test.resolve(id, randomUUID());
    const { rows } = await test.service.service.pool.query<{ days: number }>(
      `select extract(epoch from e.due_at - r.resolved_at)::int / 86400 as days from erasures e join reports r on r.id = e.report_id
       where e.report_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ days: 30 }]);
    expect((await find(id, 'resolved'))?.reason).toBe('Rude');
  });

  it('go with the words of removed content, and stay if it has returned', async () => {
    const add = (title: string) =>
      test.add({ owner: anonymous(), preview: { title, description: null, content: null, mediaType: null } });
    const [gone, back] = [add('Erased soon?'), add('Back in time?')];
    const [report] = [await test.report(gone, randomUUID()), await test.report(back, randomUUID())];
    const restored = sourceFact(ContentRestored, removal(back, 2), { at, routingId: back.questionId });
    await test.content.publish(removedFact(gone, 1), removedFact(back, 1), restored);
    await test.service.settled(test.content);
    await eraseReportedWords(test.service.service.pool);
    expect([await words('Erased soon?'), await words('Back in time?')]).toEqual([0, 1]);
    expect(await find(report.id)).toMatchObject({
      reason: 'Rude',
      isRemoved: true,
      preview: { title: null, description: null },
    });
  });

  it('of an erased account go at once, as reporter and as author', async () => {
    const gone = randomUUID();
    const filed = await test.report(test.add(), gone);
    const about = await test.report(test.add({ authorId: gone, owner: named(gone) }), randomUUID());
    await test.identity.publish(
      sourceFact(AccountErased, { accountId: gone, removalId: randomUUID(), revision: 2 }, { at, routingId: gone }),
    );
    for (const { id } of [filed, about]) await eventually('no words', async () => (await find(id))?.reason === null);
  });
});

describe('the database role of the service', () => {
  it('cannot change or delete a line of the audit', async () => {
    const { pool } = test.service.service;
    for (const statement of ['update audit_entries set act = act', 'delete from audit_entries'])
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
