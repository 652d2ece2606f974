import { createHash, randomUUID } from 'node:crypto';
import { SealedAuthors } from '@hearsay/service-runtime';
import { boostPairOf, boostToggleFact, named, randomSealKeys } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import {
  anonymousOwner,
  atSecond,
  knownAuthors,
  readMarksKeyOf,
  replyPosted,
  revealedFact,
  sealedInboxOf,
  seals,
  startNotification,
} from '../notification.suite.js';
import { sealReadState, sealSummary } from './sealed-texts.js';

const test = serviceForBlock(() => startNotification());

interface Row {
  readonly table: string;
  readonly xmin: string;
  readonly text: string;
}

const everyRow = async (): Promise<Row[]> => {
  const tables = await test.rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const all: Row[] = [];
  for (const { name } of tables)
    all.push(
      ...(await test.rows<Row>(`select '${name}' as table, xmin::text, to_jsonb(t)::text as text from ${name} t`)),
    );
  return all;
};

describe('a reader of every stored row', () => {
  it('no stored value or transaction id links an account to anonymous words', async () => {
    const [author, sealedQuestion, openQuestion] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [questionId, to] of [
      [sealedQuestion, anonymousOwner(author)],
      [openQuestion, named(author)],
    ] as const) {
      await test.replied(to, { questionId, at: atSecond(1) });
      await test.settled();
      await test.boosted(to, questionId, atSecond(2));
      await test.settled();
      await test.content.publish(revealedFact(to, questionId, 1));
      await test.settled();
    }
    expect(await test.unread(author)).toBe(6);
    const inbox = await test.inbox(author);
    const isOf = (id: string) => (one: (typeof inbox)[number]) => one.contentId === id || one.questionId === id;
    for (const questionId of [sealedQuestion, openQuestion]) {
      const [first, , last] = inbox.filter(isOf(questionId));
      await test.markRead(author, first!.id, { idempotencyKey: `read ${questionId}` });
      await test.delete(author, last!.id, { idempotencyKey: `delete ${questionId}` });
    }
    await test.markQuestionRead(author, sealedQuestion);
    await test.markAllRead(author, { idempotencyKey: 'all' });
    expect(await test.unread(author)).toBe(0);

    const rows = await everyRow();
    const holding = (...values: string[]) => rows.filter(({ text }) => values.some((value) => text.includes(value)));
    const anonymousIds = [sealedQuestion, ...inbox.filter(isOf(sealedQuestion)).map(({ id }) => id)];
    const payloads = anonymousIds.flatMap((id) => [JSON.stringify({ id }), JSON.stringify({ questionId: id })]);
    const hashes = payloads.map((payload) => createHash('sha256').update(payload).digest('hex'));
    expect(holding(...hashes)).toEqual([]);
    const groups = {
      account: holding(author),
      anonymous: holding(sealedInboxOf(author), ...anonymousIds),
      reader: holding(readMarksKeyOf(author)),
    };
    for (const group of Object.values(groups)) expect(group.length).toBeGreaterThan(0);
    for (const [one, other] of [
      ['account', 'anonymous'],
      ['account', 'reader'],
      ['anonymous', 'reader'],
    ] as const) {
      expect(groups[one].filter((row) => groups[other].includes(row))).toEqual([]);
      const transactions = new Set(groups[other].map(({ xmin }) => xmin));
      expect(groups[one].filter(({ xmin }) => transactions.has(xmin))).toEqual([]);
    }
  });

  it('the rows of an anonymous author’s own act look like the rows of a stranger’s act', async () => {
    const author = randomUUID();
    const owner = anonymousOwner(author);
    const shapes = [];
    for (const actor of [author, randomUUID()]) {
      const questionId = randomUUID();
      // Publishes one act at a time, so that no consumer applies two events in one transaction.
      await test.engagement.publish(boostToggleFact(boostPairOf(actor, owner, questionId), 1, atSecond(1)));
      await test.settled();
      for (const reply of [
        replyPosted(named(actor), owner, { questionId, at: atSecond(2) }),
        replyPosted(anonymousOwner(actor), owner, { questionId, at: atSecond(3), parentOwner: named(actor) }),
      ]) {
        await test.content.publish(reply);
        await test.settled();
      }
      const rows = await everyRow();
      const ids = rows.flatMap(({ text }) =>
        text.includes(questionId) ? [...text.matchAll(/"notification_?[iI]d": "([^"]+)"/g)].map(([, id]) => id!) : [],
      );
      const theirs = rows.filter(({ text }) => [questionId, ...ids].some((id) => text.includes(id)));
      // Replaces ids, numbers and seals, because they differ between any two acts. Keeps their lengths.
      const shapeOf = (text: string) =>
        text.replaceAll(/[\w.-]{20,}/g, (id) => `<${'x'.repeat(id.length)}>`).replaceAll(/\d+/g, '0');
      shapes.push(theirs.map(({ table, text }) => `${table} ${shapeOf(text)}`).sort());
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]!.length).toBeGreaterThan(5);
  });
});

const stranger = new SealedAuthors(randomSealKeys(), 'notification');

describe('an inbox with rows whose seal key is lost', () => {
  it('an inbox leaves out notifications that cannot be opened, and shows new ones', async () => {
    const [owner, replier] = [randomUUID(), randomUUID()];
    await test.content.publish(replyPosted(named(replier), named(owner), { at: atSecond(1) }));
    await test.settled();
    await test.markAllRead(owner);
    const sealed = sealSummary(stranger, JSON.parse('{}'), 'comment');
    const marks = sealReadState(stranger, { authorId: knownAuthors.authorIdOf(owner), reading: {} as never });
    await test.rows('update notifications set sight = $2 where inbox = $1', [owner, sealed]);
    await test.rows('update readings set marks = $1', [marks]);
    expect(await test.inbox(owner)).toEqual([]);
    expect(() => seals.open(sealed)).toThrow('not here');

    await test.content.publish(replyPosted(named(replier), named(owner), { at: atSecond(2) }));
    await test.settled();
    expect(await test.inbox(owner)).toMatchObject([{ kind: 'comment', actorId: replier, isRead: false }]);
    await test.markAllRead(owner);
    expect([await test.unread(owner), await test.count('dead_letters')]).toEqual([0, 0]);
  });
});
