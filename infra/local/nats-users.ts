import { natsOperator, type Secrets } from './secrets.ts';
import type { NatsUser } from './servers/nats-users.ts';
import type { Variables } from './servers/processes.ts';
import { perService, type ServiceName, services } from './service-list.ts';

/** A user for each process of ours, with its own subjects alone, and one for operators' tools, who may do everything. */
export const natsUsers = async (secrets: Secrets): Promise<NatsUser[]> => {
  // Read late: the contracts are built by the start itself.
  const { natsPermissionsOf } = await import('@hearsay/contracts');
  const passwordOf = (name: string) => secrets.natsPasswords[name] ?? '';
  return [
    { name: natsOperator, password: passwordOf(natsOperator) },
    ...services.map((name) => ({ name, password: passwordOf(name), permissions: natsPermissionsOf(name) })),
  ];
};

const variables = ['NATS_USER', 'NATS_PASSWORD', 'NATS_CREDS', 'NATS_CA'];

/**
 * Who each process is on NATS: a user of our own server, or on one from the environment (`NATS_URL`) what that says: `NATS_USER` and so on
 * for all, `CONTENT_NATS_USER` and so on for one.
 */
export const natsVariables = (secrets: Secrets, environment: Variables): Record<ServiceName, Variables> =>
  perService(services, (service) =>
    environment.NATS_URL
      ? Object.fromEntries(
          variables.map((name) => [name, environment[`${service.toUpperCase()}_${name}`] ?? environment[name]]),
        )
      : { NATS_USER: service, NATS_PASSWORD: secrets.natsPasswords[service] },
  );

/** Addresses of one cluster, with this user in each that names none. */
const withUser = (natsUrl: string, name: string, password: string): string =>
  natsUrl
    .split(',')
    .map((server) => {
      const url = new URL(server.trim());
      if (url.username !== '') return url.href;
      url.username = encodeURIComponent(name);
      url.password = encodeURIComponent(password);
      return url.href;
    })
    .join(',');

/** The address by which operators' tools, the seed and tests reach NATS, with their user in it. */
export const operatorNatsUrl = (natsUrl: string, secrets: Secrets, environment: Variables): string => {
  if (!environment.NATS_URL) return withUser(natsUrl, natsOperator, secrets.natsPasswords[natsOperator] ?? '');
  return environment.NATS_USER ? withUser(natsUrl, environment.NATS_USER, environment.NATS_PASSWORD ?? '') : natsUrl;
};
