export { allNatsServers, type Binary, findMinio, findNats, findRedis } from './binaries.ts';
export type { NatsUser } from './nats-users.ts';
export { freePort, loopback, untilAnswered } from './ports.ts';
export { serverEnvironment } from './processes.ts';
export { startServers } from './start-servers.ts';
