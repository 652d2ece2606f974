import { act } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { BrowserRouter, type NavigateFunction, useNavigate } from 'react-router';

interface AtAddressProps {
  readonly address?: string;
  /** Given along by the link that led here. */
  readonly state?: unknown;
  readonly children: ReactNode;
}

let navigate: NavigateFunction;

function Navigator({ children }: { children: ReactNode }) {
  navigate = useNavigate();
  return children;
}

/** A router at an address. */
export function AtAddress({ address = '/', state = null, children }: AtAddressProps) {
  useState(() => window.history.replaceState({ usr: state }, '', address));
  return (
    <BrowserRouter>
      <Navigator>{children}</Navigator>
    </BrowserRouter>
  );
}

/** Goes on from the address, as a link of the page does. */
export const goTo = (path: string) => act(async () => navigate(path));
