export type { NatsUser } from '../credentials.ts';
export { allNatsServers, type Binary, findMinio, findNats, findRedis } from './binaries.ts';
export { freePort, loopback, untilAnswered } from './ports.ts';
export { serverEnvironment } from './processes.ts';
export { type PostgresNode, ReplicatedPostgres } from './replicated-postgres.ts';
export { startServers } from './start-servers.ts';
