export * from './consumers/consumer-definitions.js';
export * from './consumers/consumers.js';
export * from './consumers/dead-letters.js';
export { appendEvents } from './log/append-events.js';
export * from './log/events.js';
export * from './log/log-reader.js';
export * from './log/migrations.js';
export { NewestVersions } from './log/newest-versions.js';
export * from './log/rows.js';
export { readingsOf, sessionName } from './log/versions.js';
export * from './operator.js';
export { executeAfterLookUp } from './pipeline/command-after-look-up.js';
export * from './pipeline/command-pipeline.js';
export { deleteOldResults } from './pipeline/command-results.js';
export * from './pipeline/commands.js';
export * from './pipeline/stream-aggregate.js';
export * from './rebuild/rebuild-projector.js';
export * from './rebuild/rebuild-read-model.js';
export { AppendGuard } from './relay/log-loss.js';
export * from './relay/relay.js';
export { awaitStandby } from './runtime/commits.js';
export {
  inTransaction,
  ownerConnection,
  serverKeepalives,
  sessionOf,
  type Transaction,
} from './runtime/connections.js';
export { HaltingError, isConnectionError, isOutage, isServerAway } from './runtime/failures.js';
export { Locks } from './runtime/locks.js';
export { pause } from './runtime/pause.js';
export { checkPrimary } from './runtime/primary.js';
export { checkJetStream } from './stream/event-stream.js';
