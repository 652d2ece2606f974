import { migrationsOf } from '@hearsay/service-runtime';
import { createTestDatabase, overlapLoads, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { engagement } from '../engagement.definition.js';
import { counterAggregate } from './counter.aggregates.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ schemas: migrationsOf(engagement).map(({ sql }) => sql) });
});
afterEach(() => database.drop());

const first = '01970000-0000-7000-8000-000000000001';
const last = '01970000-0000-7000-8000-000000000002';

describe('counters that two processes create and lock at once', () => {
  it.each([2, 3])('are locked in one order, also when the other comes before statement %i', async (overlapBefore) => {
    const loads = overlapLoads({
      databaseUrl: database.url,
      load: (query) => counterAggregate.load({ query } as never, [first, last]),
      makeLast: `insert into counters (content_id) values ('${last}') on conflict do nothing`,
      overlapBefore,
    });
    await expect(loads).resolves.toBeUndefined();
  });
});
