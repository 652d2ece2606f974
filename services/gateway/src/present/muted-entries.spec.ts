import { expect, it } from '@jest/globals';
import { makePerson } from '../tests/fake-services.suite.js';
import { messageEntry } from '../tests/views.suite.js';
import { presentRoomEntry, presentSharedEntry } from './content.js';
import { encodeEntry, entriesWithoutMuted, hasEntryBy, jsonWithoutMuted } from './muted-entries.js';
import { presentUserCard } from './user.js';

const author = makePerson('loud');
const people = [author.id];
const cards = new Map([[author.id, presentUserCard(author)]]);
const questionId = '01890000-0000-7000-8000-000000000001';
const entry = (number: number, isAnonymous: boolean) =>
  messageEntry(questionId, number, { authorId: author.id, isAnonymous });
const views = [entry(1, false), entry(2, true), messageEntry(questionId, 3)];

it('signed replies of muted people are replaced, and anonymous replies are kept', () => {
  const entries = views.map((view) => presentRoomEntry(view, cards, new Map(), 0));
  const [signed, ...others] = entries;
  const discussionId = signed?.entry === 'message' && signed.discussion.id;
  expect(entriesWithoutMuted(entries, people)).toEqual([{ number: 1, entry: 'removed', discussionId }, ...others]);
  expect(entriesWithoutMuted(entries, [])).toEqual(entries);
});

it('the JSON of live frames has the same entries', () => {
  const shared = views.map((view) => presentSharedEntry(view, cards, new Map(), 0));
  const encoded = shared.map(encodeEntry);
  expect(jsonWithoutMuted(encoded, []).map((json) => JSON.parse(json) as unknown)).toEqual(shared);
  const [removed, ...others] = jsonWithoutMuted(encoded, people).map((json) => JSON.parse(json) as unknown);
  expect([removed, others]).toMatchObject([{ number: 1, entry: 'removed' }, shared.slice(1)]);
  expect(JSON.stringify(removed)).not.toMatch(new RegExp(`${author.id}|words`));
  expect([hasEntryBy(encoded, people), hasEntryBy(encoded.slice(1), people), hasEntryBy(encoded, [])]).toEqual([
    true,
    false,
    false,
  ]);
});
