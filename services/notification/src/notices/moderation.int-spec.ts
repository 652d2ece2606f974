import { randomUUID } from 'node:crypto';
import {
  ContentRemoved,
  notificationRpc,
  type Owner,
  ReportFiled,
  ReportResolved,
  RoleGranted,
  RoleRevoked,
  WipeStarted,
  WipeUndone,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually, type SourceFact, sourceFact } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, keys, named, second, startNotification } from '../notification.suite.js';
import { notifyAct } from './notify-once.decider.js';

const test = aService(() => startNotification());

const role = (
  definition: typeof RoleGranted | typeof RoleRevoked,
  accountId: string,
  name: 'ambassador' | 'spotlight' = 'ambassador',
): SourceFact => sourceFact(definition, { accountId, role: name }, { at: second(1), routingId: accountId });

const reportOf = (reporterId: string, owner: Owner = named(randomUUID()), contentId: string = randomUUID()) => {
  const questionId = randomUUID();
  const report = { reportId: randomUUID(), reporterId, contentType: 'discussion', contentId, questionId } as const;
  const at = { at: second(2), routingId: questionId };
  return {
    report,
    filed: sourceFact(ReportFiled, { ...report, owner, reasonTextId: randomUUID(), previewTextId: null }, at),
    resolvedBy: (reviewerId: string) => sourceFact(ReportResolved, { ...report, reviewerId }, at),
  };
};

const hasUnread = (accountId: string, unread: number) => test.hasUnread(accountId, unread);
const areAmbassadors = (...accountIds: string[]) =>
  eventually('the ambassadors', async () => {
    const { rows } = await test.service.service.pool.query<{ id: string }>('select account_id as id from ambassadors');
    return rows.length === accountIds.length && rows.every(({ id }) => accountIds.includes(id));
  });

describe('a report', () => {
  it('is notified to every ambassador but its reporter, who learns its end', async () => {
    const [ambassador, reporting, former, star, fan] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ];
    await test.identity.publish(
      ...[ambassador, reporting, former].map((accountId) => role(RoleGranted, accountId)),
      role(RoleGranted, star, 'spotlight'),
      role(RoleRevoked, former),
    );
    await areAmbassadors(ambassador, reporting);
    const [byFan, byAmbassador] = [reportOf(fan), reportOf(reporting)];
    await test.moderation.publish(byFan.filed, byFan.filed, byAmbassador.filed);
    await hasUnread(ambassador, 2);
    await hasUnread(reporting, 1);
    const [notice] = await test.inbox(reporting);
    const { contentId, questionId } = byFan.report;
    expect(notice).toMatchObject({
      type: 'report',
      kind: 'report',
      actorId: fan,
      contentType: 'discussion',
      contentId,
      questionId,
    });
    expect([await test.inbox(former), await test.inbox(star), await test.inbox(fan)]).toEqual([[], [], []]);
    await expect(
      test.service.call(notificationRpc.deleteNotification, { id: notice!.id }, reporting),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });

    await test.moderation.publish(byFan.resolvedBy(ambassador), byAmbassador.resolvedBy(reporting));
    await hasUnread(fan, 1);
    expect(await test.inbox(fan)).toMatchObject([{ type: 'report_resolved', actorId: null, contentId }]);
    const wipeId = randomUUID();
    const wiped = { wipeId, subjectId: reporting, ambassadorId: ambassador };
    const at = { at: second(3), routingId: reporting };
    await test.moderation.publish(
      sourceFact(WipeStarted, { ...wiped, undoUntil: second(9) }, at),
      sourceFact(WipeUndone, wiped, at),
    );
    await hasUnread(reporting, 2);
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
    ['anonymous: all are told the same, and not by whom', anonymous, () => [[null], [null]]],
  ] as const)('of a post %s', async (_whose, ownerOf, toldOf) => {
    const [author, other, fan] = [randomUUID(), randomUUID(), randomUUID()];
    await test.identity.publish(role(RoleGranted, author), role(RoleGranted, other));
    await test.settled();
    await test.moderation.publish(reportOf(fan, ownerOf(author)).filed);
    await test.settled();
    const actors = async (accountId: string) => (await test.inbox(accountId)).map(({ actorId }) => actorId);
    expect([await actors(author), await actors(other)]).toEqual(toldOf(fan));
  });

  it('is read for all ambassadors once resolved, and others stay unread', async () => {
    const [one, other, fan] = [randomUUID(), randomUUID(), randomUUID()];
    await test.identity.publish(role(RoleGranted, one), role(RoleGranted, other));
    await test.settled();
    const contentId = randomUUID();
    const reports = Array.from({ length: 3 }, () => reportOf(randomUUID(), named(fan), contentId));
    const unread = async () => {
      await test.settled();
      return [await test.unread(one), await test.unread(other)];
    };
    await test.moderation.publish(...reports.map(({ filed }) => filed));
    expect(await unread()).toEqual([3, 3]);
    await test.moderation.publish(reports[0]!.resolvedBy(one), reports[1]!.resolvedBy(one));
    expect(await unread()).toEqual([1, 1]);
    expect((await test.inbox(other)).map(({ isRead }) => isRead).sort()).toEqual([false, true, true]);
    await test.moderation.publish(reports[2]!.resolvedBy(other));
    expect(await unread()).toEqual([0, 0]);
  });

  it('of an earlier release names no reporter and skips the author of named content', async () => {
    const [ambassador, fan] = [randomUUID(), randomUUID()];
    await test.identity.publish(role(RoleGranted, ambassador));
    await test.settled();
    const [ofAnonymous, ofTheirs] = [reportOf(fan, anonymous(randomUUID())), reportOf(fan, named(ambassador))];
    await test.moderation.publish(ofAnonymous.filed, ofTheirs.filed);
    await test.settled();
    const recipient = (await keys.peopleOf([named(ambassador)])).recipientOf(named(ambassador))!;
    for (const [number, { report }] of [ofAnonymous, ofTheirs].entries()) {
      const { reportId, reporterId: actorId, contentType, contentId, questionId } = report;
      const act = { kind: 'report', actorId, contentType, contentId, questionId, actId: null, recipient } as const;
      const notice = { ...act, claim: `old:${reportId}`, notificationId: uuidv7(Date.now() + number) };
      const context = { accountId: null, correlationId: null, deadline: Date.now() + 60_000 };
      await test.service.service.pipeline.execute(notifyAct, notice, context);
    }
    expect((await test.inbox(ambassador)).map(({ contentId, actorId }) => [contentId, actorId])).toEqual([
      [ofAnonymous.report.contentId, null],
      [ofAnonymous.report.contentId, null],
    ]);
    await test.moderation.publish(ofAnonymous.resolvedBy(randomUUID()));
    await test.settled();
    expect(await test.unread(ambassador)).toBe(0);
  });

  it('is hidden from former ambassadors, and shown again with the role', async () => {
    const [ambassador, former] = [randomUUID(), randomUUID()];
    await test.identity.publish(role(RoleGranted, ambassador), role(RoleGranted, former));
    await eventually('both are told', async () => {
      await test.moderation.publish(reportOf(randomUUID()).filed);
      return (await test.unread(former)) > 0 && (await test.unread(ambassador)) > 0;
    });
    await test.identity.publish(role(RoleRevoked, former));
    await hasUnread(former, 0);
    expect(await test.inbox(former)).toEqual([]);
    expect(await test.inbox(ambassador)).not.toEqual([]);
    await test.identity.publish(role(RoleGranted, former));
    await eventually('it is back', async () => (await test.unread(former)) > 0);
  });

  it('notifies its end also when the reported content was removed', async () => {
    const [fan, ambassador] = [randomUUID(), randomUUID()];
    await test.identity.publish(role(RoleGranted, ambassador));
    const { report, filed, resolvedBy } = reportOf(fan);
    await eventually('the ambassador is told', async () => {
      await test.moderation.publish(filed);
      return (await test.inbox(ambassador)).some(({ contentId }) => contentId === report.contentId);
    });
    const { contentType, contentId, questionId } = report;
    const removed = {
      contentType,
      contentId,
      questionId,
      owner: anonymous(randomUUID()),
      isAnonymous: true,
      removalId: randomUUID(),
    };
    await test.content.publish(
      sourceFact(
        ContentRemoved,
        { ...removed, revision: 1, number: 3, cause: 'ambassador' },
        { at: second(3), routingId: questionId },
      ),
    );
    await eventually('the report is no news any more', async () =>
      (await test.inbox(ambassador)).every((one) => one.contentId !== contentId),
    );
    await test.moderation.publish(resolvedBy(ambassador));
    await hasUnread(fan, 1);
    expect(await test.inbox(fan)).toMatchObject([{ type: 'report_resolved', contentId }]);
  });
});

describe('a wipe', () => {
  it('of no content is not notified, nor is its undoing', async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const facts = (subjectId: string, isEmpty: boolean) => {
      const wiped = { wipeId: randomUUID(), subjectId, ambassadorId: randomUUID(), ...(isEmpty && { isEmpty }) };
      const at = { at: second(3), routingId: subjectId };
      return [sourceFact(WipeStarted, { ...wiped, undoUntil: second(9) }, at), sourceFact(WipeUndone, wiped, at)];
    };
    await test.moderation.publish(...facts(subject, true), ...facts(other, false));
    await hasUnread(other, 2);
    expect(await test.inbox(subject)).toEqual([]);
  });
});
