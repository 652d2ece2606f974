import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeApi, press, showPage } from '../../../test/page.tsx';
import { ownUser, sampleId, userCard } from '../../../test/sample-content.ts';
import CreatePage from './create-page.tsx';

function ask(id: string, answers: boolean[]) {
  const {
    chosenAura: _,
    notificationPreferences: __,
    whoMayAsk: ___,
    ...person
  } = { ...ownUser, ...userCard('lou', id) };
  fakeApi(() => ({ ...person, canAsk: answers.shift() ?? false }));
  showPage(<CreatePage />, { address: '/create?targetUser=lou&type=question' });
}

it('the create page offers no form for a person who takes no questions', async () => {
  ask(sampleId(900), [false, true]);
  expect(await screen.findByText('lou takes no questions from you right now.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Discover' })).toHaveAttribute('href', '/discover');
  expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
  press('Try again');
  expect(await screen.findByRole('button', { name: 'Ask' })).toBeInTheDocument();
});

it('the create page offers users no form to ask themselves', async () => {
  ask(ownUser.id, [true]);
  expect(await screen.findByRole('link', { name: 'Ask a Question' })).toHaveAttribute('href', '/create?type=question');
  expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
});
