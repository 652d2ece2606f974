import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  InvitationRemoved,
  moderationRpc,
  type Owner,
  PasswordResetAllowed,
  type RemovalCause,
  RepostRemoved,
  XpGranted,
} from '@hearsay/contracts';
import { eventually, named, removal, roleFact, type SourceFact, sourceFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, startModeration } from '../moderation.suite.js';

const at = '2026-11-20T10:00:00.000Z';

const test = serviceForBlock(() => startModeration());

const by = (fact: SourceFact, actor: string | null): SourceFact => ({ ...fact, meta: { ...fact.meta, actor } });
const entry = { contentType: null, contentId: null, reportId: null, wipeId: null, role: null, amount: null };
const blank = { ...entry, id: expect.any(String), at, actorId: null, subjectId: null, xpEntryId: null, target: null };

const removed = (owner: Owner, cause: RemovalCause) => {
  const contentId = randomUUID();
  return { contentId, fact: removal({ contentType: 'discussion', contentId, owner }, 1, { cause }) };
};
const repostRemoved = (reposterId: string) => {
  const contentId = randomUUID();
  const content = { contentType: 'question', contentId, questionId: contentId, owner: named(randomUUID()) } as const;
  const repost = {
    repostId: randomUUID(),
    reposterId,
    repostCount: 0,
    revision: 2,
    toggle: 2,
    removalId: randomUUID(),
  };
  return { contentId, fact: sourceFact(RepostRemoved, { ...content, ...repost }, { at }) };
};
/** Waits for `count` matching entries. */
const entriesOf = async (isWanted: (one: AuditEntry) => boolean, count: number) => {
  const wanted = async () => (await test.audit()).filter(isWanted);
  await eventually(`${count} entries`, async () => (await wanted()).length === count);
  return wanted();
};

describe('the audit', () => {
  it('the audit records each removal by an ambassador once, without anonymous authors', async () => {
    const [ambassador, author] = [randomUUID(), randomUUID()];
    const [plain, sealed] = [removed(named(author), 'ambassador'), removed(anonymousOwner(), 'ambassador')];
    const fact = by(plain.fact, ambassador);
    await test.content.publish(fact, fact, by(sealed.fact, ambassador));
    const act = { ...blank, act: 'content-removed', actorId: ambassador, contentType: 'discussion' };
    expect(await entriesOf(({ actorId }) => actorId === ambassador, 2)).toEqual(
      expect.arrayContaining([
        { ...act, subjectId: author, contentId: plain.contentId },
        { ...act, subjectId: null, contentId: sealed.contentId },
      ]),
    );
  });

  it('the audit records no removals by authors, targets, reposters, wipes or deletions', async () => {
    const person = randomUUID();
    const [own, wiped, last] = [repostRemoved(person), repostRemoved(person), repostRemoved(person)];
    const marker = removed(named(person), 'ambassador');
    const byOthers = (['author', 'target', 'wipe', 'account'] as const).map((cause) =>
      by(removed(named(person), cause).fact, person),
    );
    await test.content.publish(...byOthers, by(marker.fact, randomUUID()));
    await test.engagement.publish(by(own.fact, person), wiped.fact, by(last.fact, randomUUID()));
    const entries = await entriesOf(({ subjectId, actorId }) => subjectId === person || actorId === person, 2);
    await test.settled();
    expect((await test.audit()).filter(({ subjectId }) => subjectId === person)).toEqual(entries);
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ act: 'repost-removed', subjectId: person, contentId: last.contentId }),
        expect.objectContaining({ act: 'content-removed', subjectId: person, contentId: marker.contentId }),
      ]),
    );
  });

  it('the audit records once that an ambassador removed an invitation', async () => {
    const [ambassador, accountId] = [randomUUID(), randomUUID()];
    const fact = by(sourceFact(InvitationRemoved, { accountId }, { at }), ambassador);
    await test.identity.publish(fact, fact);
    expect(await entriesOf(({ subjectId }) => subjectId === accountId, 1)).toEqual([
      { ...blank, act: 'invitation-removed', actorId: ambassador, subjectId: accountId },
    ]);
  });

  it('the audit records role changes, XP grants and password links of operators once', async () => {
    const accountId = randomUUID();
    const [entryId, about] = [randomUUID(), { at }];
    const granted = sourceFact(XpGranted, { entryId, accountId, amount: -250 }, about);
    const allowed = sourceFact(PasswordResetAllowed, { accountId }, about);
    await test.gamification.publish(granted, granted);
    await test.identity.publish(allowed, allowed, ...[true, false].map((isGranted) => roleFact(accountId, isGranted)));
    const act = { ...blank, subjectId: accountId };
    expect(await entriesOf(({ subjectId }) => subjectId === accountId, 4)).toEqual(
      expect.arrayContaining([
        { ...act, act: 'xp-granted', amount: -250, xpEntryId: entryId },
        { ...act, act: 'reset-allowed' },
        { ...act, act: 'role-granted', role: 'ambassador' },
        { ...act, act: 'role-revoked', role: 'ambassador' },
      ]),
    );
  });

  it('the audit records maintenance by an operator, but each entry id only once', async () => {
    const note = { entryId: randomUUID(), act: 'rebuild-started', target: 'content.questions' } as const;
    for (let time = 0; time < 2; time += 1) await test.call(moderationRpc.noteMaintenance, note, null);
    expect(await entriesOf(({ target }) => target !== null, 1)).toEqual([
      { ...blank, at: expect.any(String), act: 'rebuild-started', target: 'content.questions' },
    ]);
  });

  it('the audit records resolved reports, and lists entries newest first in pages', async () => {
    const ambassador = randomUUID();
    for (let number = 0; number < 3; number += 1) await test.resolve((await test.report(test.add())).id, ambassador);
    const all = await test.audit();
    const first = await test.audit(null, 2);
    expect(first).toEqual(all.slice(0, 2));
    expect(first).toMatchObject([{ act: 'report-resolved', actorId: ambassador }, { act: 'report-resolved' }]);
    expect(await test.audit(first.at(-1)!.id)).toEqual(all.slice(2));
  });

  it('the service’s database role may neither update nor delete entries', async () => {
    for (const statement of ['update audit_entries set act = act', 'delete from audit_entries'])
      await expect(test.rows(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
