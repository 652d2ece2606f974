import { beforeEach, expect, it } from '@jest/globals';
import { forgetDrafts } from '../../shared/drafts/drafts.ts';
import { forgetUnconfirmed, loadUnconfirmed } from './unconfirmed.ts';

const message = { content: 'This.', isAnonymous: true, key: 'k', after: 7 };
const NAME = 'draft:a question unconfirmed';

beforeEach(() => {
  forgetUnconfirmed('a question');
  localStorage.clear();
});

it('whoever signs out leaves nothing on its way', () => {
  localStorage.setItem(NAME, JSON.stringify(message));
  forgetDrafts();
  expect(loadUnconfirmed('a question')).toBeNull();
});

it.each(['{', 'null', '[]', '{"content":"This."}', '"This."'])('what is not a message is none: %s', (kept) => {
  localStorage.setItem(NAME, kept);
  expect(loadUnconfirmed('a question')).toBeNull();
});
