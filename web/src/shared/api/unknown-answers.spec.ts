import { FoundUsers, Reports, UserList } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { idOf, report } from '../../../test/sample-content.ts';

const named = { id: idOf(1), username: 'maya', profileImage: null };
const { isRemoved: _, ...reportAsNamed } = { ...report(1), reporter: { username: 'maya' } };

it.each([
  ['a report of an unknown kind', Reports, { ...report(1), contentType: 'song' }, { contentType: 'other' }],
  ['a report with what the wire names alone', Reports, reportAsNamed, { isRemoved: false }],
  ['a person of the list', UserList, { ...named, isCreator: true, createdAt: null }, { isProtected: null }],
  ['a person who was found', FoundUsers, named, { isProtected: null }],
])('%s is read although values are unknown or missing', (_what, schema, answer, read) => {
  expect(schema.parse([answer])).toMatchObject([read]);
});
