import { randomBytes, randomUUID } from 'node:crypto';
import { AccountRegistered, contentRpc } from '@hearsay/contracts';
import { inTransaction } from '@hearsay/event-store';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import {
  type EventSource,
  eventually,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { newAuthorId, writeAuthorIds } from './authorship.js';

const settings = contentSettings();
const seals = new SealedAuthors(settings, 'content');
let service: TestService;
let talk: Conversation;
let identity: EventSource;

beforeAll(async () => {
  service = await startTestService(content, settings);
  talk = new Conversation(service, randomUUID(), randomUUID());
  identity = await startEventSource('identity', service.connection, service.prefix);
});
afterAll(async () => {
  await identity.stop();
  await service.stop();
});

const resolve = async (accountIds: string[], authorIds: string[] = []) =>
  (await service.call(contentRpc.resolveAuthors, { accountIds, authorIds }, null)).authors;
const register = async (accountId: string) => {
  const fact = { accountId, usernameTextId: randomUUID(), isCreator: false };
  await identity.publish(sourceFact(AccountRegistered, fact, { at: new Date().toISOString(), routingId: accountId }));
  await eventually('the account has an author id', async () => (await resolve([accountId])).length === 1);
};
const authorIdOf = async (accountId: string) => (await resolve([accountId]))[0]!.authorId as AuthorId;
const rowsOf = async (table: string, id: string) =>
  (
    await service.service.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t where id = $1`, [
      id,
    ])
  ).rows[0]!.row;

describe('the author id of an account', () => {
  it('is made at registration, before the first anonymous post', async () => {
    const accountId = randomUUID();
    await register(accountId);
    const authorId = await authorIdOf(accountId);
    expect(await resolve([], [authorId])).toEqual([{ accountId, authorId }]);
    await talk.ask({ isAnonymous: true }, accountId);
    expect(await resolve([accountId])).toEqual([{ accountId, authorId }]);
  });

  it('is made once by the first anonymous post of an unknown account', async () => {
    const accountId = randomUUID();
    const asked = await Promise.all([1, 2, 3].map(() => talk.ask({ isAnonymous: true }, accountId)));
    expect(asked.map(({ isMine }) => isMine)).toEqual([true, true, true]);
    expect(await resolve([accountId])).toHaveLength(1);
  });

  it('is missing for unknown accounts and authors, and reads make none', async () => {
    const stranger = randomUUID();
    await talk.page((await talk.ask()).id, stranger);
    expect(await resolve([stranger], [randomUUID()])).toEqual([]);
  });

  it('is used for seals and tags of posts in place of the account id', async () => {
    const accountId = randomUUID();
    await register(accountId);
    const authorId = await authorIdOf(accountId);
    const { id } = await talk.ask({ isAnonymous: true }, accountId);
    const row = JSON.parse(await rowsOf('questions', id)) as { owner: { sealed: string }; owner_tag: string };
    expect(seals.open(row.owner.sealed)).toBe(authorId);
    expect(row.owner_tag).toBe(seals.tagOf(authorId));
    expect(row.owner_tag).not.toBe(seals.tagOf(accountId as AuthorId));
  });

  it('is in no row, event or message as plain text', async () => {
    const accountId = randomUUID();
    await register(accountId);
    const authorId = await authorIdOf(accountId);
    await talk.ask({ isAnonymous: true }, accountId);
    const { rows } = await service.service.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of rows) {
      const found = await service.service.pool.query(`select 1 from ${name} t where position($1 in t::text) > 0`, [
        authorId,
      ]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  });
});

describe('an author id whose seal key is missing', () => {
  const accountId = randomUUID();
  const authorId = newAuthorId();
  const unavailable = { code: 'unavailable' };
  const hide = (anonymousPosts: 'keep' | 'remove') =>
    service.call(
      contentRpc.hideContentOf,
      { accountId, removalId: randomUUID(), cause: 'account', anonymousPosts },
      null,
    );
  beforeAll(async () => {
    const stranger = new SealedAuthors({ ...settings, SEALED_AUTHOR_KEYS: [randomBytes(32)] }, 'content');
    await inTransaction(service.service.pool, (tx) => writeAuthorIds(stranger)(tx, [{ accountId, authorId }]));
  });

  it('refuses a lookup by author rather than call it missing', async () => {
    await expect(resolve([], [randomUUID(), authorId])).rejects.toMatchObject(unavailable);
  });

  it('is missing by account: lists go on, anonymous posts are refused', async () => {
    const { id } = await talk.ask({}, accountId);
    expect(await resolve([accountId])).toEqual([]);
    expect(await talk.page(id, accountId)).toMatchObject({ question: { isMine: true } });
    await expect(talk.ask({ isAnonymous: true }, accountId)).rejects.toMatchObject(unavailable);
  });

  it('refuses a deletion that removes anonymous posts, but not one that keeps them', async () => {
    await expect(hide('remove')).rejects.toMatchObject(unavailable);
    await expect(hide('keep')).resolves.toBeDefined();
  });
});
