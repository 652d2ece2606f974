import { expect, it, jest } from '@jest/globals';
import { clientOf } from '../../../test/page.tsx';
import { transcriptOf } from './transcript.queries.ts';

it('ends the read of a transcript after the deadline of all reads', async () => {
  const deadline = new AbortController();
  const timeouts = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  globalThis.fetch = jest.fn<typeof fetch>(
    (_, init) =>
      new Promise((_resolve, refuse) => {
        init?.signal?.addEventListener('abort', () => refuse(new Error('ended')));
      }),
  );
  const read = clientOf().fetchQuery(transcriptOf('one'));
  deadline.abort();
  await expect(read).rejects.toThrow('ended');
  expect(timeouts).toHaveBeenCalledWith(30_000);
});
