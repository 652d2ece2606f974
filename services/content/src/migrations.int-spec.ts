import { randomUUID } from 'node:crypto';
import { eventStoreMigrations } from '@hearsay/event-store';
import { runMigrations } from '@hearsay/service-runtime';
import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations } from './migrations.js';

describe('a database of the time when replies were called discussions', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  const migrate = (upTo: string) => {
    const all = [...eventStoreMigrations, ...migrations];
    const end = all.findIndex(({ name }) => name === upTo) + 1;
    return runMigrations({ ownerUrl: database.ownerUrl, role: database.role, migrations: all.slice(0, end) });
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await migrate('0003-tags-of-sealed-owners');
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it('keeps the counts of replies, and what repeated calls are answered', async () => {
    const [questionId, replyId] = [randomUUID(), randomUUID()];
    await owner.query(
      `insert into questions (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, threshold, discussion_count, created_at)
       values ($1, 1, '{}', false, true, $1, 0, 7, now())`,
      [questionId],
    );
    await owner.query(
      `insert into command_results (key, payload_hash, result) values ('\\x01', '\\x02', $1), ('\\x03', '\\x04', $2), ('\\x05', '\\x06', null)`,
      [JSON.stringify({ value: { discussionId: replyId } }), JSON.stringify({ value: { questionId } })],
    );

    expect(await migrate(migrations.at(-1)!.name)).toEqual(expect.arrayContaining(['0003-replies', '0004-results-of-replies']));
    expect((await owner.query('select reply_count from questions')).rows).toEqual([{ reply_count: 7 }]);
    expect((await owner.query('select result from command_results order by key')).rows).toEqual([
      { result: { value: { replyId } } },
      { result: { value: { questionId } } },
      { result: null },
    ]);
  });
});
