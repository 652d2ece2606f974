import { identityRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import type { Client } from './client.ts';
import { withServiceCalls } from './operator.ts';
import type { System } from './system.ts';

export const grantRole = async (system: System, client: Client, role: 'ambassador' | 'spotlight'): Promise<void> => {
  const input = { username: client.user.username, role, isGranted: true };
  await withServiceCalls(system, (calls) => calls.call(identityRpc.setRole, input));
  // Waits for the ambassador role, because the gateway caches roles and checks the ambassador role itself.
  if (role === 'ambassador')
    await eventually(
      'the gateway knows its ambassador',
      async () => (await client.call('GET', '/api/reports/ambassador')).status === 200,
    );
};
