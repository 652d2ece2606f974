import { expect, it } from '@jest/globals';
import { sampleId, sampleMessage } from '../../../test/sample-content.ts';
import { opensGroup } from './chat-rows.ts';

const at = (minute: number) => ({ createdAt: `2026-11-21T12:0${minute}:00.000Z` });
const anonymous = { isAnonymous: true, userId: null, user: null };

it.each([
  ['first', undefined, {}, true],
  ['within two minutes of its author', at(0), at(1), false],
  ['two minutes after its author', at(0), at(2), true],
  ['of another author', {}, { userId: sampleId(5) }, true],
  ['anonymous after an anonymous one, whose author may differ', anonymous, anonymous, true],
])('a message that is %s opens a group: %p', (_what, before, changes, opens) => {
  expect(opensGroup(before && sampleMessage(1, before), sampleMessage(2, changes))).toBe(opens);
});
