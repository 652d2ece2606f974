import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  ContentRemoved,
  moderationRpc,
  PasswordResetAllowed,
  RepostRemoved,
  RoleGranted,
  RoleRevoked,
  XpGranted,
} from '@hearsay/contracts';
import { eventually, type SourceFact, sourceFact } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, named, startModeration } from '../moderation.suite.js';

const at = '2026-11-20T10:00:00.000Z';

const test = aService(() => startModeration());

const audit = async (before: string | null = null, limit = 500): Promise<AuditEntry[]> =>
  (await test.service.call(moderationRpc.audit, { before, limit }, null)).entries;
const by = (fact: SourceFact, actor: string | null): SourceFact => ({ ...fact, meta: { ...fact.meta, actor } });
const entry = {
  reportId: null,
  wipeId: null,
  role: null,
  contentType: null,
  contentId: null,
  amount: null,
  xpEntryId: null,
  target: null,
};

const removed = (owner: ReturnType<typeof named>, cause: 'author' | 'target' | 'ambassador' | 'wipe' | 'account') => {
  const contentId = randomUUID();
  const fact = sourceFact(
    ContentRemoved,
    {
      contentType: 'discussion',
      contentId,
      questionId: randomUUID(),
      owner,
      isAnonymous: owner.sealed !== null,
      removalId: randomUUID(),
      revision: 1,
      number: 3,
      cause,
    },
    { at, routingId: contentId },
  );
  return { contentId, fact };
};
const repostRemoved = (reposterId: string) => {
  const contentId = randomUUID();
  const data = {
    repostId: randomUUID(),
    reposterId,
    contentType: 'question' as const,
    contentId,
    questionId: contentId,
  };
  const more = { owner: named(randomUUID()), repostCount: 0, revision: 2, toggle: 2, removalId: randomUUID() };
  return { contentId, fact: sourceFact(RepostRemoved, { ...data, ...more }, { at, routingId: contentId }) };
};

describe('the audit', () => {
  it('records every removal by an ambassador once, without anonymous authors', async () => {
    const [ambassador, author] = [randomUUID(), randomUUID()];
    const plain = removed(named(author), 'ambassador');
    const sealed = removed(anonymous(), 'ambassador');
    const fact = by(plain.fact, ambassador);
    await test.content.publish(fact, fact, by(sealed.fact, ambassador));
    await eventually(
      'two entries',
      async () => (await audit()).filter(({ actorId }) => actorId === ambassador).length === 2,
    );
    const entries = (await audit()).filter(({ actorId }) => actorId === ambassador);
    const removal = { ...entry, at, act: 'content-removed', actorId: ambassador, contentType: 'discussion' };
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...removal, id: expect.any(String), subjectId: author, contentId: plain.contentId },
        { ...removal, id: expect.any(String), subjectId: null, contentId: sealed.contentId },
      ]),
    );
  });

  it('records no removals by authors, targets, wipes, deletions or reposters', async () => {
    const person = randomUUID();
    const [own, wiped] = [repostRemoved(person), repostRemoved(person)];
    const last = repostRemoved(person);
    await test.content.publish(
      ...(['author', 'target', 'wipe', 'account'] as const).map((cause) =>
        by(removed(named(person), cause).fact, person),
      ),
    );
    await test.engagement.publish(by(own.fact, person), wiped.fact, by(last.fact, randomUUID()));
    await eventually('the last one is told', async () =>
      (await audit()).some(({ contentId }) => contentId === last.contentId),
    );
    const marker = removed(named(person), 'ambassador');
    await test.content.publish(by(marker.fact, randomUUID()));
    await eventually('the marker', async () => (await audit()).some(({ contentId }) => contentId === marker.contentId));
    const entries = (await audit()).filter(({ subjectId, actorId }) => subjectId === person || actorId === person);
    expect(entries.map(({ contentId }) => contentId).sort()).toEqual([last.contentId, marker.contentId].sort());
    expect(entries.find(({ contentId }) => contentId === last.contentId)).toMatchObject({
      act: 'repost-removed',
      subjectId: person,
    });
  });

  it('records roles that operators granted and revoked', async () => {
    const accountId = randomUUID();
    const role = { accountId, role: 'ambassador' as const };
    await test.identity.publish(
      sourceFact(RoleGranted, role, { at, routingId: accountId }),
      sourceFact(RoleRevoked, role, { at, routingId: accountId }),
    );
    await eventually(
      'both',
      async () => (await audit()).filter(({ subjectId }) => subjectId === accountId).length === 2,
    );
    const entries = (await audit()).filter(({ subjectId }) => subjectId === accountId);
    expect(entries.map(({ act, actorId, role: of }) => [act, actorId, of]).sort()).toEqual([
      ['role-granted', null, 'ambassador'],
      ['role-revoked', null, 'ambassador'],
    ]);
  });

  it('records once the XP and the password links that operators granted', async () => {
    const accountId = randomUUID();
    const [grantId, at2] = [randomUUID(), { at, routingId: accountId }];
    const granted = sourceFact(XpGranted, { entryId: grantId, accountId, amount: -250 }, at2);
    const allowed = sourceFact(PasswordResetAllowed, { accountId }, at2);
    await test.gamification.publish(granted, granted);
    await test.identity.publish(allowed, allowed, sourceFact(RoleGranted, { accountId, role: 'spotlight' }, at2));
    const entries = async () => (await audit()).filter(({ subjectId }) => subjectId === accountId);
    await eventually('the grant, the link and the role behind it', async () => (await entries()).length === 3);
    const operators = { ...entry, id: expect.any(String), at, actorId: null, subjectId: accountId };
    expect(await entries()).toEqual(
      expect.arrayContaining([
        { ...operators, act: 'xp-granted', amount: -250, xpEntryId: grantId },
        { ...operators, act: 'reset-allowed' },
      ]),
    );
  });

  it('records once per id what operators do to a service’s data', async () => {
    const entryId = randomUUID();
    const note = () =>
      test.service.call(
        moderationRpc.noteMaintenance,
        { entryId, act: 'rebuild-started', target: 'content.questions' },
        null,
      );
    await note();
    await note();
    expect((await audit()).filter(({ target }) => target !== null)).toEqual([
      {
        ...entry,
        id: expect.any(String),
        at: expect.any(String),
        act: 'rebuild-started',
        actorId: null,
        subjectId: null,
        target: 'content.questions',
      },
    ]);
  });

  it('records resolved reports, listed newest first in pages', async () => {
    const ambassador = randomUUID();
    for (let number = 0; number < 3; number += 1)
      await test.resolve((await test.report(test.add(), randomUUID())).id, ambassador);
    const all = await audit();
    const first = await audit(null, 2);
    expect(first).toEqual(all.slice(0, 2));
    expect(first).toMatchObject([{ act: 'report-resolved', actorId: ambassador }, { act: 'report-resolved' }]);
    expect(await audit(first.at(-1)!.id, 500)).toEqual(all.slice(2));
  });
});
