import { FoundUsers, Reports, UserList } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { sampleId, sampleReport } from '../../../test/sample-content.ts';

const named = { id: sampleId(1), username: 'maya', profileImage: null };
const { isRemoved: _, ...reportAsNamed } = { ...sampleReport(1), reporter: { username: 'maya' } };

it.each([
  ['a report of an unknown kind', Reports, { ...sampleReport(1), contentType: 'song' }, { contentType: 'other' }],
  ['a report with what the wire names alone', Reports, reportAsNamed, { isRemoved: false }],
  ['a person of the list', UserList, { ...named, isCreator: true, createdAt: null }, { isProtected: null }],
  ['a person who was found', FoundUsers, named, { isProtected: null }],
])('the schema of %s accepts unknown and missing values', (_what, schema, answer, read) => {
  expect(schema.parse([answer])).toMatchObject([read]);
});
