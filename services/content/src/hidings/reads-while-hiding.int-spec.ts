import { randomUUID } from 'node:crypto';
import type { QuestionView, ReplyView } from '@hearsay/contracts';
import { startTestService, type TestService } from '@hearsay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { content } from '../content.definition.js';
import { authorshipOf, Conversation, contentSettings } from '../content.suite.js';
import { QuestionQueries } from '../questions/question.queries.js';
import { RoomQueries } from '../rooms/room.queries.js';

const settings = contentSettings();
const [maya, jonas] = [randomUUID(), randomUUID()];

/**
 * The hiding is in an uncommitted transaction, and reads use its connection. So it lasts, and no removal takes a
 * number.
 */
describe('a read during a hiding', () => {
  let service: TestService;
  let talk: Conversation;
  let client: pg.PoolClient;
  let questions: QuestionQueries;
  let rooms: RoomQueries;
  let question: QuestionView;
  let reply: ReplyView;
  let ahead: Map<string, () => Promise<unknown>>;
  let behind: Map<string, () => Promise<unknown>>;

  beforeAll(async () => {
    service = await startTestService(content, settings);
    talk = new Conversation(service, maya, jonas);
    client = await service.service.pool.connect();
    const pool = {
      query: async (statement: pg.QueryConfig) => {
        await ahead.get(statement.name ?? '')?.();
        const answer = await client.query(statement);
        await behind.get(statement.name ?? '')?.();
        return answer;
      },
    } as unknown as pg.Pool;
    questions = new QuestionQueries(pool, authorshipOf(service, settings));
    rooms = new RoomQueries(pool, questions);
  });
  afterAll(async () => {
    client.release();
    await service.stop();
  });
  beforeEach(async () => {
    question = await talk.ask();
    reply = await talk.reply(question.id, 'hidden and shown again');
    [ahead, behind] = [new Map(), new Map()];
  });

  const begin = async () => {
    await client.query('begin');
    await client.query(
      "insert into hidings (removal_id, account_id, cause, hidden_at, total) values ($1, $2, 'wipe', now(), 1)",
      [randomUUID(), jonas],
    );
  };
  const end = () => client.query('rollback');
  const page = async () => {
    const { question: asked, replies, pinnedReply, isHiding } = await questions.page(question.id, null);
    return {
      lastNumber: asked.lastNumber,
      ids: replies.map(({ id }) => id),
      pinned: pinnedReply?.id ?? null,
      isHiding,
    };
  };
  const entries = async () => {
    const read = await rooms.entries(question.id, 0, null);
    return { lastNumber: read.lastNumber, kinds: read.entries.map(({ entry }) => entry), isHiding: read.isHiding };
  };

  it('is marked as hiding, and has the same number without the mark', async () => {
    await begin();
    expect(await page()).toEqual({ lastNumber: 1, ids: [], pinned: null, isHiding: true });
    expect(await entries()).toEqual({ lastNumber: 1, kinds: ['removed'], isHiding: true });
    expect(await questions.visitorsViews([question.id])).toMatchObject({ isHiding: true });
    expect(await questions.repliesBefore(question.id, 2, 10, null)).toEqual({
      replies: [],
      isCut: false,
      isHiding: true,
    });
    await end();
    expect(await page()).toEqual({ lastNumber: 1, ids: [reply.id], pinned: null, isHiding: false });
    expect(await entries()).toEqual({ lastNumber: 1, kinds: ['reply'], isHiding: false });
    expect(await questions.visitorsViews([question.id])).toMatchObject({ isHiding: false });
    expect(await questions.repliesBefore(question.id, 2, 10, null)).toMatchObject({
      replies: [{ id: reply.id }],
      isHiding: false,
    });
  });

  it('is marked for pages and entries read before the first part was hidden', async () => {
    behind.set('questions-by-id', begin);
    behind.set('room-heads', begin);
    expect(await page()).toMatchObject({ ids: [], isHiding: true });
    await end();
    expect(await entries()).toMatchObject({ kinds: ['removed'], isHiding: true });
    await end();
  });

  it('is marked for a page during which the hiding was undone', async () => {
    await service.service.pool.query('update questions set pinned_reply_id = $2 where id = $1', [
      question.id,
      reply.id,
    ]);
    await begin();
    behind.set('questions-by-id', end);
    expect(await page()).toMatchObject({ ids: [reply.id], pinned: null, isHiding: true });
    behind.clear();
    expect(await page()).toMatchObject({ ids: [reply.id], pinned: reply.id, isHiding: false });
  });

  it('is marked for a page whose pinned reply was hidden in the last part', async () => {
    await service.service.pool.query('update questions set pinned_reply_id = $2 where id = $1', [
      question.id,
      reply.id,
    ]);
    const areRead = new Promise<void>((resolve) => {
      behind.set('newest-replies', async () => resolve());
    });
    ahead.set('replies-by-id', () => areRead.then(begin));
    expect(await page()).toMatchObject({ ids: [reply.id], pinned: null, isHiding: true });
    await end();
  });
});
