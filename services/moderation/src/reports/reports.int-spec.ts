import { randomUUID } from 'node:crypto';
import { AccountErased, contentKey, type LiveReport, liveSubjects, Revealed } from '@hearsay/contracts';
import { eventually, named, removal, sourceFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, type StubbedContent, startModeration } from '../moderation.suite.js';
import { eraseReportedWords } from './reported-words.js';

const at = '2026-11-20T10:00:00.000Z';
const secret = 'What nobody may read yet';

const test = serviceForBlock(() => startModeration());

const find = async (id: string, status: 'pending' | 'resolved' = 'pending') =>
  (await test.reports(status)).find((report) => report.id === id);
const words = (text: string) => test.count('texts where words like $1', [`%${text}%`]);
const preview = { title: 'Why?', description: 'Because', content: null, mediaType: null };

describe('a report', () => {
  it('a report keeps the reported words, the reporter and the author', async () => {
    const reporterId = randomUUID();
    const content = test.add();
    const { contentType, contentId, authorId } = content;
    const report = await test.report(content, reporterId);
    const open = { status: 'pending', isRemoved: false, reviewerId: null, resolvedAt: null };
    const about = { contentType, contentId, authorId, preview };
    expect(report).toMatchObject({ ...about, ...open, reporterId, reason: 'Rude' });
    test.add({ ...content, preview: { ...preview, title: 'Edited since' } });
    expect(await find(report.id)).toEqual(report);
  });

  it('a person cannot report their own named or anonymous content', async () => {
    const authorId = randomUUID();
    for (const owner of [named(authorId), anonymousOwner()])
      await expect(test.report(test.add({ authorId, owner }), authorId)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a report of a person keeps name and invitation until the account is erased', async () => {
    const [id, reporterId] = [randomUUID(), randomUUID()];
    const username = `Somebody ${id}`;
    test.people.set(id, { id, username, invitation: 'Ask me something foul' });
    const person = { contentType: 'user', contentId: id } as const;
    const report = await test.report(person, reporterId);
    const shown = { title: username, description: 'Ask me something foul', content: null, mediaType: null };
    expect(report).toMatchObject({ ...person, authorId: id, reporterId, preview: shown, isRemoved: false });
    await expect(test.report(person, reporterId)).rejects.toMatchObject({ code: 'already_reported' });
    await expect(test.report(person, id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.report({ contentType: 'user', contentId: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
    const listed = async (as: string | null) =>
      (await test.reports('pending', { as })).some((one) => one.id === report.id);
    expect([await listed(randomUUID()), await listed(id)]).toEqual([true, false]);
    await expect(test.resolve(report.id, id)).rejects.toMatchObject({ code: 'forbidden' });
    const log = await test.rows<{ line: string }>('select data::text as line from events');
    expect(log.map(({ line }) => line).join()).not.toContain('foul');
    await test.resolve(report.id);
    const erased = { accountId: id, removalId: randomUUID(), revision: 2 };
    await test.identity.publish(sourceFact(AccountErased, erased, { at }));
    await test.settled();
    expect(await words(username)).toBe(0);
  });

  it('a report is refused for removed, pending or unknown content', async () => {
    const content = test.add();
    test.removed.add(contentKey(content));
    for (const gone of [content, { contentType: 'question', contentId: randomUUID() } as const])
      await expect(test.report(gone)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a person has at most one open report of a content, even by concurrent calls', async () => {
    const reporter = randomUUID();
    const content = test.add();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => test.report(content, reporter)));
    const [filed, ...more] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(more).toEqual([]);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_reported' });
    await test.report(content);
    await test.resolve(filed!.id);
    expect((await test.report(content, reporter)).id).not.toBe(filed!.id);
  });

  it('a report of anonymous content names its author in no row or event', async () => {
    const authorId = randomUUID();
    const report = await test.report(test.add({ authorId, owner: anonymousOwner() }));
    expect(report.authorId).toBeNull();
    await test.resolve(report.id);
    expect(await test.everything()).not.toContain(authorId);
  });

  it('a report shows whether the reported content is now removed', async () => {
    const question = test.add();
    const reply = test.add({ contentType: 'discussion', questionId: question.contentId });
    const reports = [await test.report(question), await test.report(reply)];
    const areRemoved = async () => Promise.all(reports.map(async ({ id }) => (await find(id))?.isRemoved));
    for (const [revision, isRemoved] of [
      [1, true],
      [2, false],
    ] as const) {
      await test.content.publish(removal(question, revision));
      await test.settled();
      expect(await areRemoved()).toEqual([isRemoved, isRemoved]);
    }
    expect(await find(reports[0]!.id)).toMatchObject({ preview: { title: 'Why?' } });
  });
});

describe('locked words', () => {
  const locked = () => test.add({ isLocked: true, preview: { ...preview, title: 'Open?', description: null } });
  const open = (content: StubbedContent) =>
    test.add({ ...content, isLocked: false, preview: { ...content.preview, description: secret } });

  it('locked words appear in the report only after they are revealed to all readers', async () => {
    const content = locked();
    const { questionId, owner } = content;
    const report = await test.report(content);
    expect(report.preview).toMatchObject({ title: 'Open?', description: null });
    open(content);
    const revealed = { questionId, owner, threshold: 3, revealCount: 3, number: 1 };
    await test.content.publish(sourceFact(Revealed, revealed, { at }));
    await eventually('the words are there', async () => (await find(report.id))?.preview.description === secret);
  });

  it('locked words appear if the reveal happens while the report is filed', async () => {
    const content = locked();
    const { get } = test.contents;
    let asked = 0;
    test.contents.get = (wanted) => {
      const known = get.call(test.contents, wanted);
      if (wanted !== contentKey(content)) return known;
      asked += 1;
      if (asked === 1) open(content);
      return known;
    };
    try {
      expect((await test.report(content)).preview.description).toBe(secret);
    } finally {
      test.contents.get = get;
    }
  });
});

describe('resolving', () => {
  it('a resolution lists the report as resolved, with reviewer, and notifies gateways', async () => {
    const heard = await test.live<LiveReport>(liveSubjects.reports);
    const [reporterId, ambassador] = [randomUUID(), randomUUID()];
    const content = test.add();
    const { id } = await test.report(content, reporterId);
    const before = await test.pending();
    const resolved = await test.resolve(id, ambassador);
    expect(resolved).toMatchObject({ status: 'resolved', reviewerId: ambassador });
    expect(resolved.resolvedAt).not.toBeNull();
    expect([await find(id), await find(id, 'resolved')]).toEqual([undefined, resolved]);
    expect(await test.pending()).toBe(before - 1);
    await eventually('the frame', () => heard.some(({ reportId }) => reportId === id));
    expect(heard).toContainEqual({ reportId: id, reporterId, authorId: content.authorId });
  });

  it('a second resolution changes nothing, and the first reviewer stays', async () => {
    const { id } = await test.report(test.add());
    const first = await test.resolve(id);
    expect(await test.resolve(id)).toEqual(first);
  });

  it('a resolution of an unknown report is refused with not_found', async () => {
    await expect(test.resolve(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('reports that ambassadors see', () => {
  it.each([
    ['signed by one of them: nothing for that one, all for the others', named, [0, 1], true],
    ['anonymous: the same for all, without the reporter', anonymousOwner, [1, 1], false],
  ] as const)('a report of a post %s', async (_whose, ownerOf, listed, isReporterThere) => {
    const [author, other, reporter] = [randomUUID(), randomUUID(), randomUUID()];
    const content = test.add({ authorId: author, owner: ownerOf(author) });
    const seenBy = async (as: string, status: 'pending' | 'resolved') =>
      (await test.reports(status, { as })).filter(({ contentId }) => contentId === content.contentId);
    const before = [await test.pending(author), await test.pending(other)] as const;
    const { id } = await test.report(content, reporter);
    expect([(await test.pending(author)) - before[0], (await test.pending(other)) - before[1]]).toEqual(listed);
    test.removed.add(contentKey(content));
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

describe('the list of reports', () => {
  it('reports are listed newest first, in pages that continue after the last report', async () => {
    const filed: string[] = [];
    for (let number = 0; number < 4; number += 1) filed.push((await test.report(test.add())).id);
    const first = await test.reports('pending', { limit: 2 });
    const second = await test.reports('pending', { before: first.at(-1)!.id, limit: 2 });
    expect([...first, ...second].map(({ id }) => id)).toEqual(filed.toReversed());
    expect(await test.reports('pending', { before: randomUUID() })).toEqual([]);
  });

  it('a page has only as many reports as one message can hold', async () => {
    const long = { ...preview, title: 'x'.repeat(300), description: '\u0001'.repeat(5000) };
    for (let number = 0; number < 12; number += 1) await test.report(test.add({ preview: long }));
    const { length } = await test.reports('pending');
    expect([length > 0, length < 12]).toEqual([true, true]);
  });
});

describe('the words of a report', () => {
  it('words are erased 30 days after the report is resolved, and the report stays', async () => {
    const content = test.add({ preview: { ...preview, title: `Gone ${randomUUID()}` } });
    const { id } = await test.report(content);
    const longAgo = new Date(Date.now() - 30 * 24 * 3_600_000 - 1000).toISOString();
    await test.resolve(id, randomUUID(), { now: longAgo });
    await eventually('the words are gone', async () => (await find(id, 'resolved'))?.reason === null);
    expect(await find(id, 'resolved')).toMatchObject({ preview: { title: null }, status: 'resolved' });
    expect(await words(content.preview.title!)).toBe(0);
  });

  it('words stay until 30 days after the report is resolved', async () => {
    const { id } = await test.report(test.add());
    await test.resolve(id);
    const rows = await test.rows(
      `select extract(epoch from e.due_at - r.resolved_at)::int / 86400 as days from erasures e join reports r on r.id = e.report_id
       where e.report_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ days: 30 }]);
    expect((await find(id, 'resolved'))?.reason).toBe('Rude');
  });

  it('words are erased with those of removed content, but not if it was restored', async () => {
    const add = (title: string) =>
      test.add({ owner: anonymousOwner(), preview: { ...preview, title, description: null } });
    const [gone, back] = [add('Erased soon?'), add('Back in time?')];
    const [report] = [await test.report(gone), await test.report(back)];
    await test.content.publish(removal(gone, 1), removal(back, 1), removal(back, 2));
    await test.settled();
    await eraseReportedWords(test.service.pool);
    expect([await words('Erased soon?'), await words('Back in time?')]).toEqual([0, 1]);
    const noWords = { title: null, description: null };
    expect(await find(report.id)).toMatchObject({ reason: 'Rude', isRemoved: true, preview: noWords });
  });

  it('words are erased at once if the account of reporter or author is erased', async () => {
    const gone = randomUUID();
    const reports = [await test.report(test.add(), gone), await test.report(test.add({ authorId: gone }))];
    const erased = { accountId: gone, removalId: randomUUID(), revision: 2 };
    await test.identity.publish(sourceFact(AccountErased, erased, { at }));
    for (const { id } of reports) await eventually('no words', async () => (await find(id))?.reason === null);
  });
});
