import { afterEach } from '@jest/globals';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DialogHost } from '../src/shared/dialogs/dialog-host.tsx';
import { closeDialog } from '../src/shared/ui/dialog-store.ts';
import { clientOf, renderWith } from './render.tsx';
import { ownUser } from './sample-content.ts';

export { apiOfFile, fakeApi, refusal } from './fake-api.ts';

afterEach(() => act(() => closeDialog()));

interface Shown {
  readonly viewer?: typeof ownUser | null;
  readonly address?: string;
}

/** Renders a page as the app does, with the dialog host. @returns its query client */
export function showPage(page: ReactNode, { viewer = ownUser, address }: Shown = {}) {
  const client = clientOf(viewer);
  renderWith(
    client,
    <>
      {page}
      <DialogHost />
    </>,
    { address },
  );
  return client;
}

export const shownAddress = () => window.location.pathname + window.location.search + window.location.hash;
