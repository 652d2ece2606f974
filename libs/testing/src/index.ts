export { eventually } from './conditions.js';
export { countedBuffers } from './counted-buffers.js';
export { CuttingProxy } from './cutting-proxy.js';
export { createTestDatabase, onDatabase, type TestDatabase } from './databases.js';
export { batchViewOf } from './decision-view.js';
export { type EventSource, type SourceFact, sourceFact } from './event-source.js';
export { inGroups } from './in-groups.js';
export { KnownAuthors } from './known-authors.js';
export { BrokenFrameError, LiveClient, type Opening } from './live-client.js';
export { startMinio } from './minio-server.js';
export { type NatsCluster, startNatsCluster } from './nats-cluster.js';
export { connectTestNats, uniqueSubjectPrefix } from './nats-connections.js';
export { findNatsBinary, TestNatsServer } from './nats-servers.js';
export { overlapLoads } from './overlapping-loads.js';
export { startOwnPostgres } from './own-postgres.js';
export { statementsOf } from './planned-statements.js';
export { type RedisSentinels, startRedisSentinels } from './redis-sentinels.js';
export { randomSealKeys } from './seal-keys.js';
export { createTestServiceStub } from './service-stub.js';
export {
  accountFact,
  type BoostPair,
  boostPairOf,
  followed,
  levelChanged,
  named,
  podcastPublished,
  questionApproved,
  questionAsked,
  type Repost,
  removal,
  replyPosted,
  repostToggled,
  roleSet,
  toggled,
} from './source-facts.js';
export { tableRows } from './table-rows.js';
export { allPages, connectWithinMs, serviceConfig, startTestService, type TestService } from './test-service.js';
export { waveHead, waveTone } from './wave.js';
