import { afterEach, expect, jest } from '@jest/globals';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { BrowserRouter, type NavigateFunction, type NavigateOptions, useNavigate } from 'react-router';
import { DialogHost } from '../src/shared/dialogs/dialog-host.tsx';
import { createQueryClient } from '../src/shared/session/query-client.ts';
import { sessionQueries } from '../src/shared/session/session.ts';
import { type Toast, toastStore } from '../src/shared/toast/toast.ts';
import { closeDialog } from '../src/shared/ui/dialog-store.ts';
import { ownUser } from './sample-content.ts';

export { type FakeCall, fakeApi, fakeApiPerTest, refusal } from './fake-api.ts';

afterEach(() => act(() => closeDialog()));

interface Shown {
  readonly viewer?: typeof ownUser | null;
  readonly address?: string;
}

/** Renders a page as the app does, with the dialog host. @returns its query client */
export function showPage(page: ReactNode, { viewer = ownUser, address }: Shown = {}) {
  const client = queryClientFor(viewer);
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

export const currentAddress = () => window.location.pathname + window.location.search + window.location.hash;

/** @param viewer null for a visitor */
export function queryClientFor(viewer: typeof ownUser | null = ownUser): QueryClient {
  const client = createQueryClient();
  client.setQueryData(sessionQueries.current().queryKey, viewer);
  return client;
}

export const withClient = (client: QueryClient) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  ),
});

export const renderWith = (client: QueryClient, shown: ReactNode, at: { address?: string; state?: unknown } = {}) =>
  render(<AtAddress {...at}>{shown}</AtAddress>, withClient(client));

let navigate: NavigateFunction;

function Navigator({ children }: { children: ReactNode }) {
  navigate = useNavigate();
  return children;
}

interface AtAddressProps {
  readonly address?: string;
  readonly state?: unknown;
  readonly children: ReactNode;
}

export function AtAddress({ address = '/', state = null, children }: AtAddressProps) {
  useState(() => window.history.replaceState({ usr: state }, '', address));
  return (
    <BrowserRouter>
      <Navigator>{children}</Navigator>
    </BrowserRouter>
  );
}

export const goTo = (path: string, options?: NavigateOptions) => act(async () => navigate(path, options));

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

export const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const expectToast = (words: Partial<Toast>) => waitFor(() => expect(toastStore.shown()).toMatchObject(words));

/** Makes `Date.now()` rise at each call, because requests and responses must have different times. */
export function advanceClockAtEachRead(): void {
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => ++now);
}
