import { natsOperator, type Secrets } from './secrets.ts';
import type { NatsUser } from './servers/nats-users.ts';
import type { Variables } from './servers/processes.ts';
import { perService, type ServiceName, services } from './service-list.ts';

/** A user per process with only its own subjects, and one for operators' tools with all. */
export const natsUsers = async (secrets: Secrets): Promise<NatsUser[]> => {
  // Imported late, because the start itself builds the contracts.
  const { natsPermissionsOf } = await import('@hearsay/contracts');
  const passwordOf = (name: string) => secrets.natsPasswords[name] ?? '';
  return [
    { name: natsOperator, password: passwordOf(natsOperator) },
    ...services.map((name) => ({ name, password: passwordOf(name), permissions: natsPermissionsOf(name) })),
  ];
};

const variables = ['NATS_USER', 'NATS_PASSWORD', 'NATS_CREDS', 'NATS_CA'];

/**
 * Users of our own server. With `NATS_URL` set, `NATS_USER` and so on are for all, `CONTENT_NATS_USER` and so on for
 * one.
 */
export const natsVariables = (secrets: Secrets, environment: Variables): Record<ServiceName, Variables> =>
  perService(services, (service) =>
    environment.NATS_URL
      ? Object.fromEntries(
          variables.map((name) => [name, environment[`${service.toUpperCase()}_${name}`] ?? environment[name]]),
        )
      : { NATS_USER: service, NATS_PASSWORD: secrets.natsPasswords[service] },
  );

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

export const operatorNatsUrl = (natsUrl: string, secrets: Secrets, environment: Variables): string => {
  if (!environment.NATS_URL) return withUser(natsUrl, natsOperator, secrets.natsPasswords[natsOperator] ?? '');
  return environment.NATS_USER ? withUser(natsUrl, environment.NATS_USER, environment.NATS_PASSWORD ?? '') : natsUrl;
};
