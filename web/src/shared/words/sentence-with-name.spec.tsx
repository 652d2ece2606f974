import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { SentenceWithName } from './sentence-with-name.tsx';

it.each([
  ['before', (name: string) => `Waits for ${name} to approve it`],
  ['at the end', (name: string) => `Pinned · ${name}`],
  ['at the start', (name: string) => `${name} and 3 others`],
])('a name is isolated inside a sentence: %s', (_where, say) => {
  const { container } = render(<SentenceWithName say={say} name="שרה כהן" />);
  expect(container).toHaveTextContent(say('שרה כהן'));
  expect(container.querySelector('bdi')).toHaveTextContent(/^שרה כהן$/);
});
