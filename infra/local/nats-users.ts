import { type NatsUser, natsOperator, natsUsersOf } from './credentials.ts';
import type { Secrets } from './secrets.ts';
import type { Variables } from './servers/processes.ts';
import { mapServices, type ServiceName, services } from './service-list.ts';

export const natsUsers = async ({ natsPasswords }: Secrets): Promise<NatsUser[]> => {
  // The import is here, because the start has to build the contracts first.
  const { natsPermissionsOf } = await import('@hearsay/contracts');
  return natsUsersOf(services, (name) => natsPasswords[name] ?? '', natsPermissionsOf);
};

const variables = ['NATS_USER', 'NATS_PASSWORD', 'NATS_CREDS', 'NATS_CA'];

/**
 * Without `NATS_URL`, each service gets its own user of the local NATS server. With `NATS_URL`, the environment names
 * the users, such as `NATS_USER` for all services or `CONTENT_NATS_USER` for one service.
 */
export const natsVariables = (secrets: Secrets, environment: Variables): Record<ServiceName, Variables> =>
  mapServices(services, (service) =>
    environment.NATS_URL
      ? Object.fromEntries(
          variables.map((name) => [name, environment[`${service.toUpperCase()}_${name}`] ?? environment[name]]),
        )
      : { NATS_USER: service, NATS_PASSWORD: secrets.natsPasswords[service] },
  );

const withUser = (natsUrl: string, name: string, password: string): string => {
  const login = { username: encodeURIComponent(name), password: encodeURIComponent(password) };
  const urls = natsUrl.split(',').map((server) => new URL(server.trim()));
  return urls.map((url) => (url.username === '' ? Object.assign(url, login).href : url.href)).join(',');
};

/** Without `NATS_USER`, a given `NATS_URL` stays as it is. With it, each URL without a login gets this user. */
export const operatorNatsUrl = (natsUrl: string, secrets: Secrets, environment: Variables): string => {
  if (!environment.NATS_URL) return withUser(natsUrl, natsOperator, secrets.natsPasswords[natsOperator] ?? '');
  return environment.NATS_USER ? withUser(natsUrl, environment.NATS_USER, environment.NATS_PASSWORD ?? '') : natsUrl;
};
