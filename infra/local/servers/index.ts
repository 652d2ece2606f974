export {
  allNatsServers,
  type Binary,
  findMinio,
  findNats,
  findPostgres,
  findProxy,
  findRedis,
  type Log,
  systemDirectory,
  toolsDirectory,
} from './binaries.ts';
export { ChildFailedError, type ChildSpec } from './child.ts';
export { DirectoryLockedError, lockDirectory } from './directory-lock.ts';
export { codeOf } from './error-code.ts';
export { natsModule } from './fetch-nats.ts';
export { freePort, loopback } from './free-port.ts';
export { greetsWithJetStream } from './nats.ts';
export type { NatsUser } from './nats-users.ts';
export { identify, isAlive, type ProcessIdentity, waitUntil } from './process-identity.ts';
export { dropPostgresVariables, serverEnvironment, type Variables } from './server-environment.ts';
export { startServers, sweepAbandoned, throwAwayPrefixes } from './start-servers.ts';
export { endLeftovers, isSupervised } from './state-file.ts';
export { Supervisor } from './supervisor.ts';
export { aliveTimeoutMs, untilAnswered } from './tcp-answer.ts';
export { writeAtomically } from './write-atomically.ts';
