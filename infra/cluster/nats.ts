import { join } from 'node:path';
import { jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { OwnServerSettings } from '../local/bring-up.ts';
import { natsOperator } from '../local/credentials.ts';
import { natsUsers } from '../local/nats-users.ts';
import { prepareNats } from '../local/servers/nats.ts';
import { freePort, untilAnswered } from '../local/servers/ports.ts';
import type { Variables } from '../local/servers/processes.ts';
import type { Supervisor } from '../local/servers/supervisor.ts';
import { services } from '../local/service-list.ts';
import { type Links, serverAt } from './links.ts';

/** Three servers keep a majority when one is lost. A stream needs a majority of its copies. */
const serverCount = 3;

/** Starts a NATS cluster with JetStream and our users. @returns the variables by which services find it */
export const startNatsServers = async (
  supervisor: Supervisor,
  { home, secrets, log }: OwnServerSettings,
  links: Links,
): Promise<Variables> => {
  const users = await natsUsers(secrets);
  const ends = await Promise.all(
    Array.from({ length: serverCount }, async (_, index) => {
      const port = await freePort();
      return serverAt(`nats-${index + 1}`, () => port);
    }),
  );
  const servers = await Promise.all(
    ends.map(async (end) => {
      const name = end.name();
      const others = ends.filter((other) => other !== end);
      const routePorts = await Promise.all(others.map((other) => links.open(name, other)));
      const options = { dataDir: join(home, name), durable: true, natsUsers: users, log };
      const server = await prepareNats(options, { name, clusterPort: end.address().port, routePorts });
      await supervisor.start(server);
      const port = Number(new URL(server.url()).port);
      links.registerServer(
        port,
        serverAt(name, () => port),
      );
      return server;
    }),
  );
  const urls = servers.map((server) => server.url());
  const passwordOf = (name: string) => secrets.natsPasswords[name] ?? '';
  await untilOneJetStream(urls, natsOperator, passwordOf(natsOperator));
  const logins = services.map((name) => [
    [`${name.toUpperCase()}_NATS_USER`, name],
    [`${name.toUpperCase()}_NATS_PASSWORD`, passwordOf(name)],
  ]);
  return {
    NATS_URL: urls.join(','),
    NATS_USER: natsOperator,
    NATS_PASSWORD: passwordOf(natsOperator),
    ...Object.fromEntries(logins.flat()),
  };
};

/** Resolves when the servers have found each other. Before that, they refuse a stream with a copy on each server. */
const untilOneJetStream = async (servers: string[], user: string, pass: string): Promise<void> => {
  const connection = await connect({ servers, user, pass });
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  const name = 'ready';
  const settings = { name, subjects: [name], storage: StorageType.Memory, num_replicas: servers.length };
  await untilAnswered(() => streams.add(settings), { what: 'JetStream on three servers' });
  await streams.delete(name);
  await connection.close();
};
