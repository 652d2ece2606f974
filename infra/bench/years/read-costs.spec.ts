import { expect, it } from '@jest/globals';
import { moderationTable } from '../../journeys/permissions/moderation-table.ts';
import { peopleTable } from '../../journeys/permissions/people-table.ts';
import { postsTable } from '../../journeys/permissions/posts-table.ts';
import { measuredReads, unmeasured } from './read-costs.ts';

it('the benchmark measures every read, except those listed as unmeasured', () => {
  const user = { id: '1', username: 'someone' };
  const people = { star: { user }, reader: { user }, writer: { user }, stranger: { user }, ambassador: { user } };
  const reads = measuredReads({ people, longRoom: '2', question: '3', reply: '4', podcast: '5' });
  // A journey compares the calls of these tables with the description of the API.
  const calls = [...postsTable, ...peopleTable, ...moderationTable].map(({ call }) => call);
  const gets = calls.filter((call) => call.startsWith('GET ')).map((call) => call.slice('GET '.length));
  const expected = new Set(gets.filter((route) => !unmeasured.test(route)));
  expect([...new Set(reads.map(({ route }) => route))].sort()).toEqual([...expected].sort());
});
