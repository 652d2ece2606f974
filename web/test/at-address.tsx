import { act } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { BrowserRouter, type NavigateFunction, useNavigate } from 'react-router';

interface AtAddressProps {
  readonly address?: string;
  readonly state?: unknown;
  readonly children: ReactNode;
}

let navigate: NavigateFunction;

function Navigator({ children }: { children: ReactNode }) {
  navigate = useNavigate();
  return children;
}

export function AtAddress({ address = '/', state = null, children }: AtAddressProps) {
  useState(() => window.history.replaceState({ usr: state }, '', address));
  return (
    <BrowserRouter>
      <Navigator>{children}</Navigator>
    </BrowserRouter>
  );
}

export const goTo = (path: string) => act(async () => navigate(path));
