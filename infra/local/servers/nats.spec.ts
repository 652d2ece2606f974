import { describe, expect, it } from '@jest/globals';
import { natsConfiguration } from './nats.ts';

const configuration = (version: string, durable = true) =>
  natsConfiguration({ version, durable, port: 4222, monitorPort: 8222, storeDirectory: '/data/nats' });

describe('the NATS configuration', () => {
  it.each(['2.10.0', '2.10.27', '2.15.2', '3.0.0'])('the configuration makes NATS %s sync once a second', (version) => {
    expect(configuration(version)).toContain('sync_interval: 1s');
  });

  it.each(['2.9.10', '2.9.25', '1.4.1'])('the configuration leaves out settings that NATS %s refuses', (version) => {
    expect(configuration(version)).not.toContain('sync_interval');
  });

  it('the configuration does not make NATS sync disposable data', () => {
    expect(configuration('2.15.2', false)).not.toContain('sync_interval');
  });

  it('NATS admits only the given users, each with its own subjects', () => {
    expect(configuration('2.9.10')).not.toContain('authorization');
    const users = [
      { name: 'operator', password: 'secret"1' },
      { name: 'content', password: 'secret2', permissions: { publish: ['$JS.API.>'], subscribe: ['rpc.content.*'] } },
    ];
    const written = natsConfiguration({
      version: '2.9.10',
      durable: false,
      port: 4222,
      monitorPort: 8222,
      storeDirectory: '/data/nats',
      users,
    });
    expect(written).toContain('  timeout: 30\n');
    expect(written).toContain('{ user: "operator", password: "secret\\"1" }');
    expect(written).toContain(
      'permissions: { publish: { allow: ["$JS.API.>"] }, subscribe: { allow: ["rpc.content.*"] } } }',
    );
  });

  it('NATS uses only the given routes to other servers, and announces no addresses', () => {
    const member = { name: 'nats-2', clusterPort: 6223, routePorts: [7222] };
    const ports = { port: 4222, monitorPort: 8222 };
    const written = natsConfiguration({ version: '2.15.2', durable: true, ...ports, storeDirectory: '/data', member });
    expect(written).toContain('server_name: nats-2\n');
    expect(written).toContain(
      'listen: "127.0.0.1:6223"\n  advertise: "127.0.0.1:1"\n  routes: ["nats://127.0.0.1:7222"]',
    );
    expect(written).toContain('no_advertise: true');
    expect(configuration('2.15.2')).not.toContain('cluster');
  });

  it('NATS listens only on the loopback address', () => {
    expect(configuration('2.9.10')).toContain('listen: "127.0.0.1:4222"');
    expect(configuration('2.9.10')).toContain('http: "127.0.0.1:8222"');
  });
});
