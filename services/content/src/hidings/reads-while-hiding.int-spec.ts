import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ContentUnderTest, idsOf } from '../content.suite.js';
import { QuestionQueries } from '../questions/question.queries.js';
import { RoomQueries } from '../rooms/room.queries.js';

let client: pg.PoolClient;
// This hook precedes the fixture's hooks, so that the client is released before the service stops.
afterAll(() => client.release());
const content = new ContentUnderTest();

/**
 * The hiding stays in an uncommitted transaction, and the tested reads use its connection. The sweep does not see the
 * hiding, so no removal takes a number in the room.
 */
describe('a read during a hiding', () => {
  let questions: QuestionQueries;
  let rooms: RoomQueries;
  let questionId: string;
  let replyId: string;
  /** Actions by statement name. `beforeStatement` runs before the statement, and `afterStatement` runs after it. */
  let beforeStatement: Map<string, () => Promise<unknown>>;
  let afterStatement: Map<string, () => Promise<unknown>>;

  beforeAll(async () => {
    client = await content.pool.connect();
    const pool = {
      query: async (statement: pg.QueryConfig) => {
        await beforeStatement.get(statement.name ?? '')?.();
        const answer = await client.query(statement);
        await afterStatement.get(statement.name ?? '')?.();
        return answer;
      },
    } as unknown as pg.Pool;
    questions = new QuestionQueries(pool, content.authorship());
    rooms = new RoomQueries(pool, questions);
  });
  beforeEach(async () => {
    questionId = (await content.ask()).id;
    replyId = (await content.reply(questionId, 'hidden and shown again')).id;
    [beforeStatement, afterStatement] = [new Map(), new Map()];
  });

  const begin = async () => {
    await client.query('begin');
    await client.query(
      "insert into hidings (removal_id, account_id, cause, hidden_at, total) values ($1, $2, 'wipe', now(), 1)",
      [randomUUID(), content.jonas],
    );
  };
  const end = () => client.query('rollback');
  const pin = () => content.rows('update questions set pinned_reply_id = $2 where id = $1', questionId, replyId);
  const page = async () => {
    const { question, replies, pinnedReply, isHiding } = await questions.page(questionId, null);
    return { lastNumber: question.lastNumber, ids: idsOf(replies), pinned: pinnedReply?.id ?? null, isHiding };
  };
  const entries = async () => {
    const { lastNumber, entries: read, isHiding } = await rooms.entries(questionId, 0, null);
    return { lastNumber, kinds: read.map(({ entry }) => entry), isHiding };
  };
  const before = () => questions.repliesBefore(questionId, 2, 10, null);

  it('a read has the mark `isHiding`, and the last number is the same as afterwards', async () => {
    await begin();
    expect(await page()).toEqual({ lastNumber: 1, ids: [], pinned: null, isHiding: true });
    expect(await entries()).toEqual({ lastNumber: 1, kinds: ['removed'], isHiding: true });
    expect(await questions.visitorsViews([questionId])).toMatchObject({ isHiding: true });
    expect(await before()).toEqual({ replies: [], isCut: false, isHiding: true });
    await end();
    expect(await page()).toEqual({ lastNumber: 1, ids: [replyId], pinned: null, isHiding: false });
    expect(await entries()).toEqual({ lastNumber: 1, kinds: ['reply'], isHiding: false });
    expect(await questions.visitorsViews([questionId])).toMatchObject({ isHiding: false });
    expect(await before()).toMatchObject({ replies: [{ id: replyId }], isHiding: false });
  });

  it('a page or entries are marked if the hiding began after their first statement', async () => {
    afterStatement.set('questions-by-id', begin);
    afterStatement.set('room-heads', begin);
    expect(await page()).toMatchObject({ ids: [], isHiding: true });
    await end();
    expect(await entries()).toMatchObject({ kinds: ['removed'], isHiding: true });
    await end();
  });

  it('a page is marked if the hiding was undone while it was read', async () => {
    await pin();
    await begin();
    afterStatement.set('questions-by-id', end);
    expect(await page()).toMatchObject({ ids: [replyId], pinned: null, isHiding: true });
    afterStatement.clear();
    expect(await page()).toMatchObject({ ids: [replyId], pinned: replyId, isHiding: false });
  });

  it('a page is marked if its pinned reply was hidden before the last statement', async () => {
    await pin();
    const areRead = new Promise<void>((resolve) => {
      afterStatement.set('newest-replies', async () => resolve());
    });
    beforeStatement.set('replies-by-id', () => areRead.then(begin));
    expect(await page()).toMatchObject({ ids: [replyId], pinned: null, isHiding: true });
    await end();
  });
});
