export { wrongUsageExit } from '@hearsay/event-store';
export { pageByTime, viewsWithinAnswer, viewsWithinBytes } from './answer-size.js';
export { Authors, authorsOfContent } from './authors.js';
export { actorOf, commandContext, queryContext } from './command-context.js';
export {
  describeProblems,
  listWithDefault,
  natsAccess,
  natsSettings,
  optionalList,
  ownerSettings,
  port,
  processSettings,
  publicUrl,
  readConfig,
  redisUrl,
  sealSettings,
  secretKey,
  serviceSettings,
  wrongConfigurationExit,
} from './config.js';
export { createPool } from './database.js';
export { type ReadinessCheck, startHealthServer } from './health.js';
export { idForCall, instantOfId, uuidv7, uuidv8 } from './ids.js';
export { createLogger, type Logger } from './logger.js';
export { createMetrics, type Metrics } from './metrics.js';
export { runMigrations } from './migrations.js';
export { connectToNats } from './nats-server.js';
export { OpenResources } from './open-resources.js';
export { connectOperator, type OperatorProgram, operatorContext, runOperatorProgram } from './operator-program.js';
export { openRedis } from './redis.js';
export { forcedExitAfterMs, runService, runUntilSignal } from './run-service.js';
export { type AuthorId, logUnreadableSeals, SealedAuthors, type SealKeys } from './sealed-authors.js';
export { ServerWatch } from './server-watch.js';
export {
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  type ServiceDependencies,
  type ServiceParts,
  serviceMigrations,
  startService,
} from './service.js';
export { untilConnected } from './sweep-queue.js';
export { type DueRow, dueInMs, type Sweep } from './sweeper.js';
export { eraseTexts, type TextRow, writeTexts } from './texts.js';
export { upsertProjector } from './upsert-projector.js';
