export { eventually } from './conditions.js';
export { countedBuffers } from './counted-buffers.js';
export { CuttingProxy } from './cutting-proxy.js';
export { createTestDatabase, onDatabase, type TestDatabase } from './databases.js';
export { batchViewOf } from './decision-view.js';
export { type EventSource, type SourceFact, sourceFact } from './event-source.js';
export { runInGroups } from './in-groups.js';
export { KnownAuthors } from './known-authors.js';
export { BrokenFrameError, LiveClient, type SocketOptions } from './live-client.js';
export { startMinio } from './minio-server.js';
export { type NatsCluster, startNatsCluster } from './nats-cluster.js';
export { connectTestNats, uniqueSubjectPrefix } from './nats-connections.js';
export { findNatsBinary, TestNatsServer } from './nats-servers.js';
export { overlapLoads } from './overlapping-loads.js';
export { startOwnPostgres } from './own-postgres.js';
export { recordStatements } from './planned-statements.js';
export { type RedisSentinels, startRedisSentinels } from './redis-sentinels.js';
export { randomSealKeys } from './seal-keys.js';
export { createTestServiceStub } from './service-stub.js';
export {
  accountFact,
  type BoostPair,
  boostPairOf,
  boostToggleFact,
  followed,
  levelFact,
  named,
  podcastPublished,
  questionApproved,
  questionAsked,
  type Repost,
  removal,
  replyPosted,
  repostToggleFact,
  roleFact,
} from './source-facts.js';
export { tableRows } from './table-rows.js';
export { connectWithinMs, readAllPages, serviceConfig, startTestService, type TestService } from './test-service.js';
export { waveHeader, waveTone } from './wave.js';
