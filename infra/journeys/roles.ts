import { identityRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import type { Client } from './client.ts';
import { askServices } from './operator.ts';
import type { System } from './system.ts';

/** Gives a signed-in person a role, as an operator does, and waits until the gateway, which hears of it a moment later, treats them so. */
export const grantRole = async (system: System, client: Client, role: 'ambassador' | 'spotlight'): Promise<void> => {
  const input = { username: client.user.username, role, isGranted: true };
  await askServices(system, (calls) => calls.call(identityRpc.setRole, input));
  // Of a spotlight the gateway itself knows nothing.
  if (role === 'ambassador')
    await eventually(
      'the gateway knows its ambassador',
      async () => (await client.call('GET', '/api/reports/ambassador')).status === 200,
    );
};
