import { type ReactNode, useState } from 'react';
import { Navigation } from '../src/shared/navigation/navigation.tsx';

/** What stands at an address, as if one had come there by a link that gave this state along. */
export function AtAddress({
  address = '/',
  state = null,
  children,
}: {
  address?: string;
  state?: unknown;
  children: ReactNode;
}) {
  useState(() => window.history.replaceState({ given: state }, '', address));
  return <Navigation>{children}</Navigation>;
}
