import 'reflect-metadata';
import type { AddressInfo, Server } from 'node:net';
import { identityRpc, type LiveReport, type LiveSession, liveSubjects, Refusal } from '@hearsay/contracts';
import { mediaStoreToWatch, openMediaStore } from '@hearsay/media-store';
import { RpcClient, subscribeLive, untilSubscribed } from '@hearsay/messaging';
import {
  connectToNats,
  createLogger,
  natsAccess,
  OpenResources,
  ServerWatch,
  startHealthServer,
} from '@hearsay/service-runtime';
import type { NatsConnection } from '@nats-io/nats-core';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { ClientConnections } from './access/client-connections.js';
import { connectionLimits, openFileLimit } from './access/file-limit.js';
import { OriginCheck } from './access/origin-check.js';
import { KnownBrowsers, PasswordChecks, PasswordLimiter } from './access/passwords.js';
import { RateLimiter } from './access/rate-limiter.js';
import { redisCounter } from './access/redis-counter.js';
import { Sessions } from './access/sessions.js';
import { Slots } from './access/slots.js';
import { apiModule } from './api/api-module.js';
import type { GatewayConfig } from './config.js';
import { ApiGuard } from './http/api-guard.js';
import { ErrorFilter } from './http/error-filter.js';
import { OpenAnswers, UnwantedBodies } from './http/open-answers.js';
import { serveDocs } from './http/openapi.js';
import { collectRoutes, serveOtherMethods } from './http/other-methods.js';
import { createServer } from './http/server.js';
import { SlowTransfers } from './http/slow-transfers.js';
import { Bells } from './live/bells.js';
import { SocketMemory } from './live/live-socket.js';
import { SocketAdapter } from './live/rooms.gateway.js';
import { Rooms, type RoomsDependencies } from './live/rooms.js';
import { createRoomsDependencies } from './live/rooms-dependencies.js';
import { isSocketRequest, Sockets } from './live/sockets.js';
import { ForeignPictures } from './media/foreign-pictures.js';
import { serveMedia } from './media/media-routes.js';
import { Pictures } from './media/pictures.js';
import { UploadRoutes } from './media/upload-routes.js';
import { createGatewayMetrics } from './metrics.js';
import { servePages } from './pages/page-routes.js';
import { PictureProcess } from './pictures/picture-process.js';
import { servePodcastFeeds } from './podcast-feeds/podcast-feed-routes.js';
import { ShownPictures } from './read/people.js';
import { isVisitorRead, visitorContext } from './read/read-context.js';
import { createReaders } from './read/readers.js';

const megabyte = 1024 * 1024;
const maxSockets = 50_000;

export interface RunningGateway {
  /** The actual port, also if the configured port is 0. */
  readonly port: number;
  readonly healthPort: number;
  readonly calls: readonly string[];
  stop(): Promise<void>;
}

/** If the start fails, everything that it has opened is closed. */
export const startGateway = async (config: GatewayConfig): Promise<RunningGateway> => {
  const opened = new OpenResources();
  return opened.during(() => openGateway(config, opened));
};

const openGateway = async (config: GatewayConfig, opened: OpenResources): Promise<RunningGateway> => {
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  const log = createLogger({ service: 'gateway', level: config.LOG_LEVEL });
  const metrics = createGatewayMetrics();
  const prefix = config.SUBJECT_PREFIX;
  const connection = await connectToNats({ ...natsAccess(config), name: 'gateway', process: 'gateway' }, log);
  opened.add(() => connection.close());
  const servers = new ServerWatch(log);
  opened.add(() => servers.stop());
  servers.add({
    server: 'NATS',
    isNeeded: true,
    meanwhile: 'calls are refused with 503',
    check: () => connection.rtt(),
  });
  // The health server starts early and closes late, so that it reports the whole start and stop.
  const health = await startHealthServer({
    port: config.HEALTH_PORT,
    host: config.HEALTH_HOST,
    registry: metrics.registry,
    ready: async () => (state === 'running' ? servers.missing() : [state]),
  });
  opened.add(() => health.close());
  const bounded = { maxAtOnce: config.VISITOR_CALLS_PER_SERVICE, includes: isVisitorRead };
  const rpc = new RpcClient(connection, { prefix, caller: 'gateway', bounded });
  opened.add(() => rpc.close());
  const redis = redisCounter({ url: config.REDIS_URL, prefix, secret: config.KNOWN_BROWSER_SECRET });
  opened.add(() => redis.stop());
  servers.add({
    server: 'Redis',
    isNeeded: false,
    meanwhile: 'limits are counted per process',
    check: () => redis.check(),
  });
  const limiter = new RateLimiter(config.limits, redis.count);
  opened.add(() => limiter.stop());
  const readers = createReaders(rpc);
  const { people, inbox } = readers;
  const sessions = new Sessions(async (tokenHash, correlationId) => {
    const { session } = await rpc.call(identityRpc.session, { tokenHash }, visitorContext(correlationId));
    return session;
  });
  const clients = new ClientConnections({
    trustedProxies: config.TRUSTED_PROXIES,
    isAlwaysTls: config.TLS === 'always',
    onUntrusted: (peer) =>
      log.warn(
        { peer },
        'Forwarded headers come from a peer that TRUSTED_PROXIES does not name. All its clients count as one address',
      ),
  });
  const origins = new OriginCheck(log);
  const guard = new ApiGuard(sessions, limiter, origins);
  const browsers = new KnownBrowsers(config.KNOWN_BROWSER_SECRET);
  const passwords = new PasswordChecks(rpc, new PasswordLimiter(limiter), browsers);

  const subscribe: RoomsDependencies['subscribe'] = (subject, receive) =>
    subscribeLive(connection, `${prefix}${subject}`, receive, (error) =>
      log.error({ err: error }, 'A live message could not be handled'),
    );
  const files = openFileLimit();
  const room = connectionLimits(files);
  if (config.SOCKETS_PER_PROCESS !== undefined && room.sockets < config.SOCKETS_PER_PROCESS) {
    log.warn(
      { variable: 'SOCKETS_PER_PROCESS', files, sockets: room.sockets },
      `${files} open files (ulimit -n) leave room for ${room.sockets} sockets. Raise the limit, or lower SOCKETS_PER_PROCESS to that`,
    );
  }
  const rooms = new Rooms(createRoomsDependencies(rpc, readers, metrics, subscribe), log, {
    perSocket: config.ROOMS_PER_SOCKET,
    perProcess: config.ROOMS_PER_PROCESS,
  });
  const sockets = new Sockets({
    config,
    bells: new Bells(inbox, subscribe),
    limiter,
    metrics,
    sessions,
    findViewer: (...connecting) => guard.viewerOf(...connecting),
    clients,
    origins,
    perProcess: Math.min(config.SOCKETS_PER_PROCESS ?? maxSockets, room.sockets),
    memory: new SocketMemory(
      {
        perSocket: megabyte,
        perAddress: config.SOCKET_MB_PER_ADDRESS * megabyte,
        perProcess: config.SOCKET_MB_PER_PROCESS * megabyte,
      },
      (bytes) => metrics.socketBytes.set(bytes),
    ),
  });
  subscribe<LiveSession>(liveSubjects.sessions, (change) => {
    sessions.evict(change);
    sockets.endSession(change);
    if (!change.accountId) return;
    people.forget(change.accountId);
    void sockets.refreshMutes(change.accountId);
  });
  subscribe<LiveReport>(liveSubjects.reports, (report) => sockets.notifyOfReport(report));
  void distrustAfterOutages(connection, () => {
    sessions.recheckAll();
    void sockets.checkSessions();
    void rooms.check();
  });

  const mediaStore = openMediaStore(config.MEDIA_URL);
  servers.add(mediaStoreToWatch(mediaStore, 'uploads and sounds are refused with 503'));
  const pictureProcess = new PictureProcess();
  opened.add(() => pictureProcess.stop());
  const services = [
    ...[rpc, sessions, limiter, passwords, rooms, ...Object.values(readers)],
    new Pictures(rpc, mediaStore, pictureProcess, new ForeignPictures()),
  ];
  const { PUBLIC_URL: publicUrl, WEB_ROOT: webRoot, PAGE_WAIT_MS: waitMs } = config;
  const api = apiModule({ services, log, mediaStore, publicUrl, hasNoOp: config.NODE_ENV !== 'production' });
  const openAnswers = new OpenAnswers();
  const isStopping = () => state === 'stopping';
  const adapter = createServer({
    config,
    log,
    metrics,
    limiter,
    clients,
    isStopping,
    guard,
    openAnswers,
    isSocketRequest,
  });
  const server = adapter.getInstance<FastifyInstance>();
  const routes = collectRoutes(server);
  const app = await NestFactory.create<NestFastifyApplication>(api, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  opened.add(() => app.close());
  app.useWebSocketAdapter(new SocketAdapter(sockets));
  const unwantedBodies = new UnwantedBodies(config.BODY_TIMEOUT_MS);
  const errors = new ErrorFilter(log, unwantedBodies);
  app.useGlobalFilters(errors);
  serveDocs(app, routes);
  const slowTransfers = new SlowTransfers(config.TRANSFER_WINDOW_SECONDS * 1000, config.TRANSFER_WINDOW_BYTES);
  opened.add(() => slowTransfers.stop());
  const plays = new Slots(
    { perProcess: 512, perAccount: config.PLAYS_PER_ACCOUNT, perAddress: config.PLAYS_PER_ADDRESS },
    'Too many sounds are being played at the moment',
  );
  const mediaParts = { rpc, store: mediaStore, guard, limiter, errors, slowTransfers, plays };
  const uploads = new UploadRoutes({ ...mediaParts, origins, perAddress: config.UPLOADS_PER_ADDRESS });
  opened.add(() => uploads.stop());
  const pageParts = { ...readers, rpc, limiter, publicUrl, pictureProcess, waitMs, store: mediaStore, log };
  await server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => errors.send(error, request, reply));
    await uploads.attach(scope);
    serveMedia(scope, { ...mediaParts, shownPictures: new ShownPictures(rpc) });
    servePodcastFeeds(scope, { ...mediaParts, podcastFeeds: readers.podcastFeeds, pictureProcess, publicUrl });
    if (webRoot !== '') await servePages(scope, { ...pageParts, webRoot });
  });
  server.get('/ws', (_request, reply) => {
    void reply.headers({ connection: 'upgrade, close', upgrade: 'websocket' });
    throw new Refusal('upgrade_required');
  });
  await app.init();
  const calls = [...routes].flatMap(([url, methods]) => [...methods.keys()].map((method) => `${method} ${url}`));
  await serveOtherMethods(server, routes, errors);
  opened.add(() => rooms.stop());
  opened.add(() => sockets.stop());
  sockets.attach(app.getHttpServer());
  if (Number.isFinite(room.connections)) (app.getHttpServer() as Server).maxConnections = room.connections;
  // Services may publish as soon as this gateway accepts sockets, so NATS must know the subscriptions first.
  await untilSubscribed(connection);
  await app.listen(config.PORT, config.HOST);

  const { port } = app.getHttpServer().address() as AddressInfo;
  state = 'running';
  log.info({ port, healthPort: health.port }, 'gateway is ready');

  return {
    port,
    healthPort: health.port,
    calls,
    async stop() {
      state = 'stopping';
      openAnswers.stop();
      await opened.close();
    },
  };
};

/** Calls `distrust` after each reconnect to NATS, because live messages about sessions and rooms may be lost. */
const distrustAfterOutages = async (connection: NatsConnection, distrust: () => void): Promise<void> => {
  for await (const status of connection.status()) if (status.type === 'reconnect') distrust();
};
