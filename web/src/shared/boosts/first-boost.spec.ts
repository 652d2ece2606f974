import { beforeEach, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { fakeApi, queryClientFor } from '../../../test/page.tsx';
import { ownUser, sampleProfile } from '../../../test/sample-content.ts';
import { toast, toastStore } from '../toast/toast.ts';
import { showFirstBoostHint } from './first-boost.ts';

beforeEach(() => {
  localStorage.clear();
  const shown = toastStore.shown();
  if (shown) toast.dismiss(shown.id);
});

const boost = async (boostsGiven: number, viewer = ownUser) => {
  const { reads } = fakeApi(() => sampleProfile({ stats: { ...sampleProfile().stats, boostsGiven } }));
  await showFirstBoostHint(queryClientFor(viewer), viewer.id);
  return reads;
};

it('the first boost tells a person once that boosts show on the profile', async () => {
  await boost(1);
  const acts = [{ to: '/settings', label: 'Change' }];
  await waitFor(() =>
    expect(toastStore.shown()).toMatchObject({ description: 'Your boosts show on your profile.', acts }),
  );
  expect(await boost(2)).toEqual([]);
});

it.each([
  ['has boosted elsewhere', 7, ownUser],
  ['hides their activity', 1, { ...ownUser, showActivity: false }],
])('no hint is shown to a person who %s', async (_who, boostsGiven, viewer) => {
  await boost(boostsGiven, viewer);
  expect(toastStore.shown()).toBeNull();
});
