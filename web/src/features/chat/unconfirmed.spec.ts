import { beforeEach, expect, it } from '@jest/globals';
import { forgetDrafts } from '../../shared/drafts/drafts.ts';
import { forgetUnconfirmed, keepUnconfirmed, loadUnconfirmed } from './unconfirmed.ts';

const message = { content: 'This.', isAnonymous: true, key: 'k', after: 7 };
const NAME = 'draft:a question unconfirmed';

beforeEach(() => {
  forgetUnconfirmed('a question');
  localStorage.clear();
});

it('a message on its way is known to the next load of the page, not to the one that sends it', () => {
  keepUnconfirmed('a question', message);
  expect(loadUnconfirmed('a question')).toBeNull();
  const kept = localStorage.getItem(NAME) ?? '';
  forgetUnconfirmed('a question');
  expect(localStorage.getItem(NAME)).toBeNull();
  // As the next load finds it.
  localStorage.setItem(NAME, kept);
  expect(loadUnconfirmed('a question')).toEqual(message);
  expect(loadUnconfirmed('another')).toBeNull();
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
