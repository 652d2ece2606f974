import type { OwnUser } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { press, renderWith } from '../../../test/page.tsx';
import { ownUser } from '../../../test/sample-content.ts';
import { createQueryClient } from '../session/query-client.ts';
import { sessionQueries } from '../session/session.ts';
import LevelUpDialog from './level-up.tsx';

it('a new level is announced once, but not on the first visit or when regained', async () => {
  const client = createQueryClient();
  const reach = (level: number) =>
    act(() => {
      const user: OwnUser = { ...ownUser, level };
      client.setQueryData(sessionQueries.current().queryKey, user);
    });
  reach(1);
  renderWith(client, <LevelUpDialog />);
  expect(screen.queryByRole('dialog')).toBeNull();
  reach(2);
  expect(await screen.findByRole('dialog', { name: 'Level 2' })).toHaveTextContent(/rookie.*XP to next level/);
  expect(screen.getByRole('link', { name: 'See the auras' })).toHaveAttribute('href', '/aura-settings');
  press('Carry on');
  expect(screen.queryByRole('dialog')).toBeNull();
  reach(1);
  reach(2);
  expect(screen.queryByRole('dialog')).toBeNull();
  reach(3);
  expect(await screen.findByRole('dialog', { name: 'Level 3' })).toBeInTheDocument();
});
