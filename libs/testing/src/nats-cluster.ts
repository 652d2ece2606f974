import { type Binary, freePort, loopback } from '@hearsay/infra/servers';
import { jetstreamManager, StorageType } from '@nats-io/jetstream';
import { eventually } from './conditions.js';
import { connectTestNats } from './nats-connections.js';
import { TestNatsServer } from './nats-servers.js';

export interface NatsCluster {
  /** The URL with all servers, for NATS_URL. */
  readonly url: string;
  readonly servers: readonly TestNatsServer[];
  dispose(): Promise<void>;
}

/** Starts a NATS cluster on loopback. Resolves when it accepts a stream with a copy on each server. */
export const startNatsCluster = async (binary: Binary, size = 3): Promise<NatsCluster> => {
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routes = ports.map((port) => `nats://${loopback}:${port}`);
  const servers = await Promise.all(
    routes.map((route, index) => {
      const name = ['--server_name', `nats-${index + 1}`, '--cluster_name', 'hearsay'];
      return TestNatsServer.start(binary, ['--jetstream', ...name, '--cluster', route, '--routes', routes.join(',')]);
    }),
  );
  const url = servers.map((server) => server.url).join(',');
  const connection = await connectTestNats(url);
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  const name = 'ready';
  await eventually('the servers have found each other', () =>
    streams.add({ name, subjects: [name], storage: StorageType.Memory, num_replicas: size }).then(
      () => true,
      () => false,
    ),
  );
  await streams.delete(name);
  await connection.close();
  return {
    url,
    servers,
    dispose: async () => void (await Promise.all(servers.map((server) => server.dispose()))),
  };
};
