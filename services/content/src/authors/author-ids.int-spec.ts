import { randomBytes, randomUUID } from 'node:crypto';
import { AccountRegistered, contentRpc } from '@hearsay/contracts';
import { inTransaction } from '@hearsay/event-store';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { eventually, sourceFact } from '@hearsay/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';
import { newAuthorId, writeAuthorIds } from './authorship.js';

const content = new ContentUnderTest('identity');
const { ask, page, seals } = content;

const resolve = async (accountIds: string[], authorIds: string[] = []) =>
  (await content.call(contentRpc.resolveAuthors, { accountIds, authorIds }, null)).authors;
const registered = async () => {
  const accountId = randomUUID();
  const fact = { accountId, usernameTextId: randomUUID(), isCreator: false };
  const envelope = { at: new Date().toISOString() };
  await content.identity.publish(sourceFact(AccountRegistered, fact, envelope));
  await eventually('the account has an author id', async () => (await resolve([accountId])).length === 1);
  return { accountId, authorId: (await resolve([accountId]))[0]!.authorId as AuthorId };
};

describe('the author id of an account', () => {
  it('an author id is made at registration, before the first anonymous post', async () => {
    const { accountId, authorId } = await registered();
    expect(await resolve([], [authorId])).toEqual([{ accountId, authorId }]);
    await ask({ isAnonymous: true }, accountId);
    expect(await resolve([accountId])).toEqual([{ accountId, authorId }]);
  });

  it('an author id is made once by the first anonymous post of an unknown account', async () => {
    const accountId = randomUUID();
    const asked = await Promise.all([1, 2, 3].map(() => ask({ isAnonymous: true }, accountId)));
    expect(asked.map(({ isMine }) => isMine)).toEqual([true, true, true]);
    expect(await resolve([accountId])).toHaveLength(1);
  });

  it('no read creates an author id for unknown accounts and authors', async () => {
    const stranger = randomUUID();
    await page((await ask()).id, stranger);
    expect(await resolve([stranger], [randomUUID()])).toEqual([]);
  });

  it('seals and tags of posts are made from the author id, not from the account id', async () => {
    const { accountId, authorId } = await registered();
    const { id } = await ask({ isAnonymous: true }, accountId);
    const select = `select owner ->> 'sealed' as sealed, owner_tag as tag from questions where id = $1`;
    const [row] = await content.rows<{ sealed: string; tag: string }>(select, id);
    expect(seals.open(row!.sealed)).toBe(authorId);
    expect(row!.tag).toBe(seals.tagOf(authorId));
    expect(row!.tag).not.toBe(seals.tagOf(accountId as AuthorId));
  });

  it('the author id is in no row, event or message as plain text', async () => {
    const { accountId, authorId } = await registered();
    await ask({ isAnonymous: true }, accountId);
    expect(await content.service.everything()).not.toContain(authorId);
  });
});

describe('an author id whose seal key is missing', () => {
  const accountId = randomUUID();
  const authorId = newAuthorId();
  beforeAll(async () => {
    const stranger = new SealedAuthors({ ...content.settings, SEALED_AUTHOR_KEYS: [randomBytes(32)] }, 'content');
    await inTransaction(content.pool, (tx) => writeAuthorIds(stranger)(tx, [{ accountId, authorId }]));
  });

  it('a lookup by author id is refused as unavailable, because empty means erased', async () => {
    await expectRefusal(resolve([], [randomUUID(), authorId]), 'unavailable');
  });

  it('a lookup by account finds no author id: lists work, anonymous posts are refused', async () => {
    const { id } = await ask({}, accountId);
    expect(await resolve([accountId])).toEqual([]);
    expect(await page(id, accountId)).toMatchObject({ question: { isMine: true } });
    await expectRefusal(ask({ isAnonymous: true }, accountId), 'unavailable');
  });

  it('a deletion is refused if it removes anonymous posts, but not if it keeps them', async () => {
    await expectRefusal(content.hide(accountId, randomUUID(), 'account', 'remove'), 'unavailable');
    await content.hide(accountId, randomUUID(), 'account', 'keep');
  });
});
