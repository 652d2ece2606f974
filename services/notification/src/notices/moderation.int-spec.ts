import { randomUUID } from 'node:crypto';
import { notificationRpc, type Owner, ReportFiled, ReportResolved, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually, named, removal, roleFact, type SourceFact, sourceFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, atSecond, keys, startNotification } from '../notification.suite.js';
import { notifyAct } from './notify-once.decider.js';

const test = serviceForBlock(() => startNotification());

const reportOf = (reporterId: string, owner: Owner = named(randomUUID()), contentId: string = randomUUID()) => {
  const questionId = randomUUID();
  const report = { reportId: randomUUID(), reporterId, contentType: 'discussion', contentId, questionId } as const;
  const at = { at: atSecond(2) };
  return {
    report,
    filed: sourceFact(ReportFiled, { ...report, owner, reasonTextId: randomUUID(), previewTextId: null }, at),
    resolvedBy: (reviewerId: string) => sourceFact(ReportResolved, { ...report, reviewerId }, at),
  };
};
const wipeAndUndo = (subjectId: string, isEmpty = false): SourceFact[] => {
  const wiped = { wipeId: randomUUID(), subjectId, ambassadorId: randomUUID(), ...(isEmpty && { isEmpty }) };
  const at = { at: atSecond(3) };
  return [sourceFact(WipeStarted, { ...wiped, undoUntil: atSecond(9) }, at), sourceFact(WipeUndone, wiped, at)];
};
const newAmbassadors = async <Names extends readonly unknown[]>(...names: Names) => {
  const ids = names.map(() => randomUUID()) as { [I in keyof Names]: string };
  await test.identity.publish(...ids.map((id) => roleFact(id, true)));
  await test.settled();
  // Deletes the notice of the role, which would appear in every list below.
  for (const id of ids) for (const notice of await test.inbox(id)) await test.delete(id, notice.id);
  return ids;
};

describe('a report of a person', () => {
  it('a report of a person makes a notification without content', async () => {
    const [ambassador] = await newAmbassadors('one');
    const [reporter, reported] = [randomUUID(), randomUUID()];
    const { report } = reportOf(reporter);
    const about = { ...report, contentType: 'user', contentId: reported, questionId: reported } as const;
    const filed = { ...about, owner: named(reported), reasonTextId: randomUUID(), previewTextId: null };
    await test.moderation.publish(
      sourceFact(ReportFiled, filed, { at: atSecond(2) }),
      sourceFact(ReportResolved, { ...about, reviewerId: randomUUID() }, { at: atSecond(3) }),
    );
    const nothing = { contentType: null, contentId: null, questionId: null };
    await test.hasUnread(reporter, 1);
    expect(await test.inbox(reporter)).toMatchObject([{ kind: 'report-resolved', ...nothing }]);
    await eventually('the notice', async () => (await test.inbox(ambassador)).length === 1);
    expect(await test.inbox(ambassador)).toMatchObject([{ kind: 'report', actorId: reporter, ...nothing }]);
    expect(await test.inbox(reported)).toEqual([]);
  });
});

describe('a report', () => {
  it('a report notifies all ambassadors but the reporter, who is notified of its end', async () => {
    const [ambassador, reporting, former] = await newAmbassadors('one', 'other', 'former');
    const [star, fan] = [randomUUID(), randomUUID()];
    await test.identity.publish(roleFact(star, true, 'spotlight'), roleFact(former, false));
    await test.settled();
    const [byFan, byAmbassador] = [reportOf(fan), reportOf(reporting)];
    await test.moderation.publish(byFan.filed, byFan.filed, byAmbassador.filed);
    await test.hasUnread(ambassador, 2);
    await test.hasUnread(reporting, 1);
    const [notice] = await test.inbox(reporting);
    const { contentId, questionId } = byFan.report;
    const about = { contentType: 'discussion', contentId, questionId };
    expect(notice).toMatchObject({ type: 'report', kind: 'report', actorId: fan, ...about });
    expect([await test.inbox(former), await test.inbox(star), await test.inbox(fan)]).toEqual([[], [], []]);
    await expect(test.delete(reporting, notice!.id)).rejects.toMatchObject({ code: 'forbidden' });

    await test.moderation.publish(byFan.resolvedBy(ambassador), byAmbassador.resolvedBy(reporting));
    await test.hasUnread(fan, 1);
    expect(await test.inbox(fan)).toMatchObject([{ type: 'report_resolved', actorId: null, contentId }]);
    await test.moderation.publish(...wipeAndUndo(reporting));
    await test.hasUnread(reporting, 2);
    expect((await test.inbox(reporting)).map(({ kind, type, actorId }) => [kind, type, actorId])).toEqual(
      expect.arrayContaining([
        ['wipe', 'other', null],
        ['wipe-undone', 'other', null],
        ['report', 'report', fan],
      ]),
    );
  });

  it.each([
    ['signed by one of them: the others are told by whom', named, (fan: string) => [[], [fan]]],
    ['anonymous: all are told the same, and not by whom', anonymousOwner, () => [[null], [null]]],
  ] as const)('a report of a post %s', async (_whose, ownerOf, toldOf) => {
    const [author, other] = await newAmbassadors('author', 'other');
    const fan = randomUUID();
    await test.moderation.publish(reportOf(fan, ownerOf(author)).filed);
    await test.settled();
    const actors = async (accountId: string) => (await test.inbox(accountId)).map(({ actorId }) => actorId);
    expect([await actors(author), await actors(other)]).toEqual(toldOf(fan));
  });

  it('a resolved report counts as read for all ambassadors, and open reports do not', async () => {
    const [one, other] = await newAmbassadors('one', 'other');
    const [contentId, author] = [randomUUID(), named(randomUUID())];
    const [first, second, third] = [0, 1, 2].map(() => reportOf(randomUUID(), author, contentId));
    const unreadAfter = async (...facts: SourceFact[]) => {
      await test.moderation.publish(...facts);
      await test.settled();
      return [await test.unread(one), await test.unread(other)];
    };
    expect(await unreadAfter(first!.filed, second!.filed, third!.filed)).toEqual([3, 3]);
    expect(await unreadAfter(first!.resolvedBy(one), second!.resolvedBy(one))).toEqual([1, 1]);
    expect((await test.inbox(other)).map(({ isRead }) => isRead).sort()).toEqual([false, true, true]);
    expect(await unreadAfter(third!.resolvedBy(other))).toEqual([0, 0]);
  });

  it('reporters are hidden in notices of earlier releases', async () => {
    const [ambassador] = await newAmbassadors('ambassador');
    const fan = randomUUID();
    const [ofAnonymous, ofTheirs] = [reportOf(fan, anonymousOwner(randomUUID())), reportOf(fan, named(ambassador))];
    await test.moderation.publish(ofAnonymous.filed, ofTheirs.filed);
    await test.settled();
    const recipient = (await keys.peopleOf([named(ambassador)])).recipientOf(named(ambassador))!;
    for (const [number, { report }] of [ofAnonymous, ofTheirs].entries()) {
      const { reportId, reporterId: actorId, contentType, contentId, questionId } = report;
      const act = { kind: 'report', actorId, contentType, contentId, questionId, actId: null, recipient } as const;
      const notice = { ...act, claim: `old:${reportId}`, notificationId: uuidv7(Date.now() + number) };
      const context = { accountId: null, correlationId: null, deadline: Date.now() + 60_000 };
      await test.service.pipeline.execute(notifyAct, notice, context);
    }
    const { contentId } = ofAnonymous.report;
    const unnamed = { contentId, actorId: null };
    expect(await test.inbox(ambassador)).toMatchObject([unnamed, unnamed]);
    await test.moderation.publish(ofAnonymous.resolvedBy(randomUUID()));
    await test.settled();
    expect(await test.unread(ambassador)).toBe(0);
  });

  it('a resolution is notified even if the reported content was removed', async () => {
    const [ambassador] = await newAmbassadors('ambassador');
    const fan = randomUUID();
    const { report, filed, resolvedBy } = reportOf(fan);
    const { contentId } = report;
    const isNews = async () => (await test.inbox(ambassador)).some((one) => one.contentId === contentId);
    await test.moderation.publish(filed);
    await eventually('the ambassador is told', isNews);
    await test.content.publish(removal({ ...report, owner: anonymousOwner(randomUUID()) }, 1, { cause: 'ambassador' }));
    await eventually('the report is no news any more', async () => !(await isNews()));
    await test.moderation.publish(resolvedBy(ambassador));
    await test.hasUnread(fan, 1);
    expect(await test.inbox(fan)).toMatchObject([{ type: 'report_resolved', contentId }]);
  });
});

it('a new ambassador has a notice until the role is revoked, and again after a grant', async () => {
  const [person, star] = [randomUUID(), randomUUID()];
  const told = async (...facts: SourceFact[]) => {
    await test.identity.publish(...facts);
    await test.settled();
    return (await test.inbox(person)).map(({ id, kind, type, contentType, contentId, actorId, isRead }) => {
      return { id, kind, type, contentType, contentId, actorId, isRead };
    });
  };
  const [first] = await told(roleFact(person, true), roleFact(star, true, 'spotlight'));
  const role = { kind: 'role', type: 'other', contentType: 'role', contentId: null, actorId: null, isRead: false };
  expect(first).toMatchObject(role);
  expect(await test.inbox(star)).toEqual([]);
  await test.call(notificationRpc.markRead, { id: first!.id }, person);
  expect(await told(roleFact(person, false))).toEqual([]);
  expect(await test.unread(person)).toBe(0);
  const again = await told(roleFact(person, true));
  expect(again).toMatchObject([role]);
  expect(again[0]!.id).not.toBe(first!.id);
  expect(await test.unread(person)).toBe(1);
});

it('neither a wipe without content nor its undo is notified', async () => {
  const [subject, other] = [randomUUID(), randomUUID()];
  await test.moderation.publish(...wipeAndUndo(subject, true), ...wipeAndUndo(other));
  await test.hasUnread(other, 2);
  expect(await test.inbox(subject)).toEqual([]);
});
