import { beforeEach, expect, it } from '@jest/globals';
import { forgetDrafts } from '../../shared/drafts/drafts.ts';
import { forgetUnconfirmed, loadUnconfirmed } from './unconfirmed.ts';

const message = { content: 'This.', isAnonymous: true, key: 'k', after: 7 };
const NAME = 'draft:a question unconfirmed';

beforeEach(() => {
  forgetUnconfirmed('a question');
  localStorage.clear();
});

it('discards an unconfirmed message at sign-out', () => {
  localStorage.setItem(NAME, JSON.stringify(message));
  forgetDrafts();
  expect(loadUnconfirmed('a question')).toBeNull();
});

it.each(['{', 'null', '[]', '{"content":"This."}', '"This."'])(
  'ignores a stored value that is not a message: %s',
  (kept) => {
    localStorage.setItem(NAME, kept);
    expect(loadUnconfirmed('a question')).toBeNull();
  },
);
