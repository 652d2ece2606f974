import { afterEach, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { queryClientFor } from '../../../test/page.tsx';
import { transcriptQuery } from './transcript.queries.ts';

afterEach(() => void jest.restoreAllMocks());

it('the read of a transcript is aborted after the timeout of all reads', async () => {
  const deadline = new AbortController();
  const timeouts = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const asked = jest.fn<typeof fetch>(
    (_, init) =>
      new Promise((_resolve, refuse) => {
        init?.signal?.addEventListener('abort', () => refuse(new Error('ended')));
      }),
  );
  globalThis.fetch = asked;
  const read = queryClientFor().fetchQuery({ ...transcriptQuery('one'), retry: false });
  const ended = expect(read).rejects.toThrow('ended');
  await waitFor(() => expect(asked).toHaveBeenCalled());
  deadline.abort();
  await ended;
  expect(timeouts).toHaveBeenCalledWith(30_000);
});
