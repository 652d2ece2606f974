import { createHash, randomUUID } from 'node:crypto';
import { notificationRpc, type Owner } from '@hearsay/contracts';
import { pairOf, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import {
  anonymous,
  keys,
  known,
  named,
  replyPosted,
  revealed,
  second,
  startNotification,
} from '../notification.suite.js';

const test = aService(() => startNotification());

interface Row {
  readonly table: string;
  readonly xmin: string;
  readonly text: string;
}

const everyRow = async (): Promise<Row[]> => {
  const { pool } = test.service.service;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const all: Row[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ xmin: string; text: string }>(
      `select xmin::text, to_jsonb(t)::text as text from ${name} t`,
    );
    all.push(...rows.map((row) => ({ table: name, ...row })));
  }
  return all;
};
const settled = () => test.settled();

describe('a reader of every stored row', () => {
  it('cannot link a person to their anonymous words, by value or transaction', async () => {
    const author = randomUUID();
    const sealedQuestion = randomUUID();
    const owner = anonymous(author);
    const said: Owner = named(author);
    const openQuestion = randomUUID();
    for (const [questionId, to] of [
      [sealedQuestion, owner],
      [openQuestion, said],
    ] as const) {
      await test.content.publish(replyPosted(named(randomUUID()), to, { questionId, at: second(1) }));
      await settled();
      await test.engagement.publish(toggled(pairOf(randomUUID(), to, questionId), 1, second(2)));
      await settled();
      await test.content.publish(revealed(to, questionId, 1));
      await settled();
    }
    expect(await test.unread(author)).toBe(6);
    const inbox = await test.inbox(author);
    const isOf = (questionId: string) => (one: { contentId: string | null; questionId: string | null }) =>
      one.contentId === questionId || one.questionId === questionId;
    for (const questionId of [sealedQuestion, openQuestion]) {
      const [first, , last] = inbox.filter(isOf(questionId));
      await test.service.call(notificationRpc.markRead, { id: first!.id }, author, {
        idempotencyKey: `read ${questionId}`,
      });
      await test.service.call(notificationRpc.deleteNotification, { id: last!.id }, author, {
        idempotencyKey: `delete ${questionId}`,
      });
    }
    await test.service.call(notificationRpc.markQuestionRead, { questionId: sealedQuestion }, author);
    await test.service.call(notificationRpc.markAllRead, {}, author, { idempotencyKey: 'all' });
    expect(await test.unread(author)).toBe(0);

    const rows = await everyRow();
    const authorId = known.authorIdOf(author);
    const [tag, reader] = [keys.sealedInboxOf(authorId), keys.readerOf(authorId)];
    const holding = (...values: string[]) => rows.filter(({ text }) => values.some((value) => text.includes(value)));
    const anonymousIds = [sealedQuestion, ...inbox.filter(isOf(sealedQuestion)).map(({ id }) => id)];
    const payloads = anonymousIds.flatMap((id) => [JSON.stringify({ id }), JSON.stringify({ questionId: id })]);
    const hashes = payloads.map((payload) => createHash('sha256').update(payload).digest('hex'));
    expect(holding(...hashes)).toEqual([]);
    const groups = { account: holding(author), anonymous: holding(tag, ...anonymousIds), reader: holding(reader) };
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

  it('cannot tell an author’s own boosts and replies from a stranger’s', async () => {
    const author = randomUUID();
    const shapes = [];
    for (const actor of [author, randomUUID()]) {
      const questionId = randomUUID();
      const owner = anonymous(author);
      await test.engagement.publish(toggled(pairOf(actor, owner, questionId), 1, second(1)));
      // One at a time: arrival decides which events are applied together, regardless of their authors.
      await settled();
      await test.content.publish(replyPosted(named(actor), owner, { questionId, at: second(2) }));
      await settled();
      await test.content.publish(
        replyPosted(anonymous(actor), owner, { questionId, at: second(3), parentOwner: named(actor) }),
      );
      await settled();
      const rows = (await everyRow()).filter(({ text }) => text.includes(questionId));
      const ids = new Set(
        rows.flatMap(({ text }) => [...text.matchAll(/"notification_?[iI]d": "([^"]+)"/g)].map(([, id]) => id!)),
      );
      const withTheirs = (await everyRow()).filter(
        ({ text }) => text.includes(questionId) || [...ids].some((id) => text.includes(id)),
      );
      // Replaces what differs between any two acts: ids, numbers and seals. Lengths stay.
      const shapeOf = (text: string) =>
        text.replaceAll(/[\w.-]{20,}/g, (id) => `<${'x'.repeat(id.length)}>`).replaceAll(/\d+/g, '0');
      shapes.push(withTheirs.map(({ table, text }) => `${table} ${shapeOf(text)}`).sort());
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]!.length).toBeGreaterThan(5);
  });
});
