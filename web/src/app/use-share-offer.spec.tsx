import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { currentAddress, goTo, queryClientFor, renderWith } from '../../test/page.tsx';
import { questionId } from '../../test/sample-content.ts';
import { DialogHost } from '../shared/dialogs/dialog-host.tsx';
import { publishedConfessionState } from '../shared/navigation/published-state.ts';
import { closeDialog } from '../shared/ui/dialog-store.ts';
import { useShareOffer } from './use-share-offer.ts';

const confession = { id: questionId, title: 'Why?', replyBoostThreshold: 10, boostCount: 0, isRevealed: false };

function Page() {
  useShareOffer();
  return <DialogHost />;
}

it('the share sheet opens once, on the feed, after a confession was published', async () => {
  renderWith(queryClientFor(), <Page />, { address: '/create' });
  await goTo('/', { state: publishedConfessionState(confession) });
  expect(await screen.findByRole('dialog', { name: '10 people have to want this' })).toBeInTheDocument();
  expect([currentAddress(), window.history.state.usr ?? null]).toEqual(['/', null]);
  act(closeDialog);
  await goTo('/discover');
  act(() => window.history.back());
  await waitFor(() => expect(currentAddress()).toBe('/'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
