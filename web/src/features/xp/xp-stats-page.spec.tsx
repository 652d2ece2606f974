import type { OwnUser } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expectToast, fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import { ownUser } from '../../../test/sample-content.ts';
import AuraSettingsPage from './aura-settings-page.tsx';
import XpStatsPage from './xp-stats-page.tsx';

let own: OwnUser;
const xpToday = [
  { rule: 'question-posted', counted: 10, cap: 200 },
  { rule: 'question-approved', counted: 15, cap: 200 },
  { rule: 'answer-given', counted: 0, cap: 500 },
  { rule: 'boost-given', counted: 500, cap: 500 },
  { rule: 'boost-received', counted: 9, cap: null },
  { rule: 'podcast-published', counted: 20, cap: 200 },
];
const api = fakeApiPerTest(({ method, path, body }) => {
  if (method !== 'GET') return body;
  if (path.includes('xp-today')) return xpToday;
  return path.includes('xp-activities') ? [] : own;
});

function show(page: ReactElement, changes: Partial<OwnUser>) {
  own = { ...ownUser, ...changes };
  showPage(page, { viewer: own });
}
const section = async (heading: string) =>
  within((await screen.findByRole('heading', { name: heading })).parentElement as HTMLElement);

describe('the XP page', () => {
  it("the XP page shows the XP of every level and the viewer's own level", async () => {
    show(<XpStatsPage />, { xp: 600, level: 4 });
    const rows = (await section('Level Progression')).getAllByRole('listitem');
    expect(rows.map((row) => /[\d,]+ XP/.exec(row.textContent ?? '')?.[0])).toEqual(
      ['0', '100', '250', '500', '1,000', '2,000', '4,000', '7,500', '15,000', '30,000'].map((xp) => `${xp} XP`),
    );
    expect(rows.map((row) => row.getAttribute('aria-current') === 'true').indexOf(true)).toBe(3);
    expect(rows[9]).toHaveTextContent('MAX LEVEL');
    const bar = screen.getByRole('progressbar', { name: 'XP on the way to the highest level' });
    expect(bar).toHaveAttribute('aria-valuemax', '30000');
    expect(bar).toHaveAttribute('aria-valuenow', '600');
    expect(screen.getByText('400 XP to next level')).toBeInTheDocument();
  });

  it('the XP page links to each way to earn, and shows its XP of today', async () => {
    show(<XpStatsPage />, {});
    await screen.findByText('500 of 500 today');
    const rows = (await section('How to Earn XP')).getAllByRole('listitem');
    expect(rows.map((row) => [row.textContent, within(row).getByRole('link').getAttribute('href')])).toEqual([
      ['Post a question25 of 400 today10-15 XP', '/create?type=question'],
      ['Answer a question0 of 500 today15 XP', '/'],
      ['Boost content500 of 500 today5 XP', '/discover'],
      ['Receive a boost9 today3 XP', '/my-content'],
      ['Create a podcast20 of 200 today20 XP', '/create?type=podcast'],
    ]);
  });

  it('the XP page lets the viewer apply an unlocked aura, but no locked one', async () => {
    show(<XpStatsPage />, { xp: 300, level: 3 });
    const chooser = await section('Choose an aura');
    const apply = chooser.getByRole('button', { name: 'Apply' });
    expect(apply).toBeDisabled();
    expect(chooser.getByRole('radio', { name: 'Shadow Flame' })).toBeDisabled();
    fireEvent.click(chooser.getByRole('radio', { name: 'Neon Glow' }));
    fireEvent.click(apply);
    await expectToast({ title: 'Aura Updated' });
    expect(api.sent()).toEqual([{ call: `PATCH /api/users/${ownUser.id}/aura`, body: { aura: 'neon-glow' } }]);
  });

  it.each([
    ['a spotlight', { isSpotlight: true }, ['For ambassadors only', 'Apply']],
    ['an ambassador', { isAmbassador: true }, ['Apply', 'For spotlight creators only']],
    ['a fan', {}, ['For ambassadors only', 'For spotlight creators only']],
  ])('the XP page offers %s the auras of their role', async (_who, role, [ambassador, spotlight]) => {
    show(<XpStatsPage />, role);
    const [first, second] = (await section('Received Auras')).getAllByRole('listitem');
    expect(first).toHaveTextContent(ambassador as string);
    expect(second).toHaveTextContent(spotlight as string);
  });
});

it('the XP page previews an aura, and saves only a different one', async () => {
  const chosen = { chosenAura: 'neon-glow', profileAura: 'neon-glow' } as const;
  show(<AuraSettingsPage />, { xp: 300, level: 3, profileBorder: 'active', ...chosen });
  const save = await screen.findByRole('button', { name: 'Save Aura' });
  const preview = () => screen.getByRole('img', { name: 'Preview of the aura' }).innerHTML;
  const ringed = preview();
  expect(save).toBeDisabled();
  expect(screen.getByText('Selected').closest('label')).toHaveTextContent('Neon Glow');
  fireEvent.click(screen.getByRole('radio', { name: 'None' }));
  expect(preview()).not.toBe(ringed);
  expect(preview()).toContain('data-level-badge="active"');
  expect(api.acts).toEqual([]);
  api.answer = () => refusal();
  fireEvent.click(save);
  await expectToast({ title: 'Error', description: 'Failed to update aura. Please try again.' });
  expect(screen.getByRole('radio', { name: 'None' })).toBeChecked();
});
