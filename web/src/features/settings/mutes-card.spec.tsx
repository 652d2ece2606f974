import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
import { MutesCard } from './mutes-card.tsx';

const person = (number: number) => ({ ...ownUser, id: sampleId(number), username: `person-${number}` });
const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
let blocks: object[] = [];
let mutes: object[] = [];
let isAway = false;
const api = fakeApiPerTest(({ method, path }) => {
  if (isAway) return refusal(403);
  if (method === 'GET') return path === '/api/blocks' ? blocks : path === '/api/mutes' ? mutes : ownUser;
  mutes = [];
  return { isMuted: false };
});
const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

it('the mutes card lists blocks and mutes newest first, and can undo one', async () => {
  blocks = [{ user: person(1), createdAt: at(2) }];
  mutes = [
    { question: sampleQuestion([], { id: sampleId(9), title: 'Loud?' }), createdAt: at(3) },
    { user: person(1), createdAt: at(1) },
  ];
  showPage(<MutesCard userId={ownUser.id} />);
  await screen.findByText('Loud?');
  expect(names()).toEqual(['Loud?', '@person-1', '@person-1']);
  press('Undo @person-1 Muted');
  await expectToast({ tone: 'good' });
  expect(api.sent()).toEqual([{ call: `PUT /api/users/${sampleId(1)}/mute`, body: { on: false } }]);
  await screen.findByText('Blocked');
  expect(names()).toEqual(['@person-1']);
});

it('the mutes card shows five mutes until the user asks for all', async () => {
  blocks = [];
  mutes = Array.from({ length: 7 }, (_, index) => ({ user: person(index), createdAt: at(index) }));
  showPage(<MutesCard userId={ownUser.id} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show all 7' }));
  expect(names()).toHaveLength(7);
});

it('the mutes card of an account without mutes shows a text', async () => {
  mutes = [];
  showPage(<MutesCard userId={ownUser.id} />);
  expect(await screen.findByText('Nobody is blocked or muted.')).toBeInTheDocument();
});

it('the mutes card offers to read the mutes again after a failure', async () => {
  isAway = true;
  showPage(<MutesCard userId={ownUser.id} />);
  expect(await screen.findByText('Blocked and muted people could not be loaded')).toBeInTheDocument();
});
