import { countedBuffers } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startIdentity } from '../identity.suite.js';
import { PeopleLists } from './people.queries.js';

const manyPeople = `
  insert into accounts (account_id, username_text_id, is_creator, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, false, now()
    from generate_series(1, 20000) n;
  insert into texts (id, account_id, words) select username_text_id, account_id, 'zoe' || right(account_id::text, 6) from accounts;
  insert into credentials (account_id, username_folded, password_hash)
    select account_id, 'zoe' || right(account_id::text, 6), repeat('x', 100) from accounts`;

describe('among thousands of people', () => {
  const test = aService(() => startIdentity());

  it('a search by three letters touches at most twice the buffers of a small answer', async () => {
    const owner = new pg.Client({ connectionString: test.database.ownerUrl });
    await owner.connect();
    await owner.query(manyPeople);
    await owner.query('vacuum analyze accounts, texts, credentials');
    await owner.end();
    const counted = countedBuffers(test.service.pool);
    const lists = new PeopleLists(counted.pool);
    const small = await counted.during(() => lists.search('zo', 20));
    expect(await counted.during(() => lists.search('zoe', 20))).toBeLessThanOrEqual(2 * small);
  });
});
