import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeCodes, errorRules, type LiveReport, type LiveSession, Refusal } from '@hearsay/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ClientConnection, ClientConnections } from '../access/client-connections.js';
import type { OriginCheck } from '../access/origin-check.js';
import { RateLimiter } from '../access/rate-limiter.js';
import type { Sessions, Viewer } from '../access/sessions.js';
import { SlotCounts } from '../access/slots.js';
import type { GatewayConfig } from '../config.js';
import type { GatewayMetrics } from '../metrics.js';
import { rawAnswer, refusalOf } from '../present/refusal.js';
import type { Bells } from './bells.js';
import { LiveSocket, type SocketMemory } from './live-socket.js';
import { encodeServerFrame } from './room-frames.js';

/** True for a request that opens a socket (RFC 6455, section 4.1). Its Upgrade header may also name other protocols. */
export const isSocketRequest = ({ method, headers, url = '' }: IncomingMessage): boolean =>
  method === 'GET' &&
  (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket') &&
  urlOf(url)?.pathname === '/ws';

const urlOf = (target: string): URL | null => URL.parse(target, 'http://gateway');

const recheckMs = 1000;
/** `ws` closes the connection at a larger frame. A frame between `maxFrameLength` and this only counts as malformed. */
const maxFrameBytes = 64 * 1024;
const stopGraceMs = 500;

const signedOut = encodeServerFrame({ type: 'signed-out', data: { message: 'You have been signed out' } });
const moving = encodeServerFrame({ type: 'moving', data: { message: '' } });

interface SocketsDependencies {
  readonly config: GatewayConfig;
  readonly bells: Bells;
  readonly limiter: RateLimiter;
  readonly metrics: GatewayMetrics;
  readonly sessions: Sessions;
  /** Rejects with `unavailable` while identity is away. */
  findViewer(cookie: string | undefined, client: ClientConnection, correlationId: string): Promise<Viewer | null>;
  readonly clients: ClientConnections;
  readonly origins: OriginCheck;
  /** The maximum number of sockets, within the limit of open files. */
  readonly perProcess: number;
  readonly memory: SocketMemory;
}

export class Sockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    clientTracking: false,
    autoPong: false,
    // The gateway supports no subprotocol.
    handleProtocols: () => false,
  });
  readonly #open = new Set<LiveSocket>();
  readonly #perAddress = new SlotCounts();
  readonly #perAccount = new SlotCounts();
  readonly #heartbeat: NodeJS.Timeout;
  #recheck: NodeJS.Timeout | undefined;
  #isStopping = false;
  #connected: (socket: LiveSocket) => void = () => undefined;

  constructor(private readonly dependencies: SocketsDependencies) {
    this.#heartbeat = setInterval(
      () => this.#pingSockets(),
      dependencies.config.SOCKET_HEARTBEAT_SECONDS * 1000,
    ).unref();
  }

  onConnection(connected: (socket: LiveSocket) => void): void {
    this.#connected = connected;
  }

  attach(http: Server): void {
    // `ws` would answer broken handshakes with its own body.
    this.#server.on('wsClientError', (error, stream) =>
      this.#refuse(stream, new Refusal('invalid_input', error.message), { 'sec-websocket-version': '13' }),
    );
    http.on('upgrade', (request, stream, head) => {
      stream.on('error', () => stream.destroy());
      void this.#upgrade(request, stream, head);
    });
  }

  /** Closes the sockets of one session in this process. Does nothing without a `tokenHash`. */
  endSession({ tokenHash }: LiveSession): void {
    if (!tokenHash) return;
    for (const socket of this.#open)
      if (socket.viewer?.tokenHash === tokenHash) socket.close(closeCodes.signedOut, signedOut);
  }

  /**
   * Sends a frame about a resolved report to the reporter and the current ambassadors, but never to the author. With
   * `authorId` null the author is anonymous.
   */
  async notifyOfReport({ reportId, reporterId, authorId }: LiveReport): Promise<void> {
    const resolved = encodeServerFrame({
      type: 'report_resolved',
      data: { message: 'A report has been resolved', reportId },
    });
    const tell = async (socket: LiveSocket) => {
      const { viewer } = socket;
      if (!viewer || viewer.accountId === authorId) return;
      if (viewer.accountId === reporterId || (await this.dependencies.sessions.isAmbassador(viewer, randomUUID())))
        socket.write(resolved);
    };
    await Promise.all([...this.#open].map(tell));
  }

  /** Reads the mutes of an account again, after they have changed. */
  async refreshMutes(accountId: string): Promise<void> {
    const { sessions } = this.dependencies;
    const refresh = async (socket: LiveSocket) => {
      if (socket.viewer?.accountId !== accountId) return;
      const session = await sessions.find(socket.viewer.tokenHash, randomUUID()).catch(() => null);
      if (session) socket.mutes = session.mutes;
    };
    await Promise.all([...this.#open].map(refresh));
  }

  /** Checks every session again, because this process may have missed that some have ended or changed. */
  async checkSessions(): Promise<void> {
    const tokens = [...new Set([...this.#open].flatMap(({ viewer }) => viewer?.tokenHash ?? []))];
    const states = await Promise.all(
      tokens.map((tokenHash) => this.dependencies.sessions.stateOf(tokenHash, randomUUID())),
    );
    for (const [index, tokenHash] of tokens.entries())
      if (states[index] === 'ended') this.endSession({ tokenHash, accountId: null });
    for (const socket of this.#open) {
      const session = socket.viewer && this.dependencies.sessions.findCached(socket.viewer.tokenHash);
      if (session) socket.mutes = session.mutes;
    }
    if (!states.includes('unknown') || this.#isStopping) return;
    this.#recheck ??= setTimeout(() => {
      this.#recheck = undefined;
      void this.checkSessions();
    }, recheckMs).unref();
  }

  /** Closes all sockets with the code `moving`, and terminates those that do not close in time. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#recheck);
    for (const socket of this.#open) socket.close(closeCodes.moving, moving);
    const until = performance.now() + this.dependencies.config.SOCKET_CLOSE_MS + stopGraceMs;
    while (this.#open.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const socket of this.#open) socket.terminate();
  }

  async #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    try {
      this.#checkCapacity();
      const { config, limiter } = this.dependencies;
      const client = this.dependencies.clients.clientOf(request);
      const { address } = client;
      const viewer = await this.#viewerOf(request, client);
      await limiter.take('sockets', viewer?.accountId ?? address);
      const isFull = this.#perAddress.of(address) >= config.SOCKETS_PER_ADDRESS;
      if (isFull || (viewer && this.#perAccount.of(viewer.accountId) >= config.SOCKETS_PER_ACCOUNT))
        throw new Refusal('rate_limited');
      // Checks again, because the process may have become full or begun to stop during the calls.
      this.#checkCapacity();
      // The header may be a list of protocols, which `ws` rejects.
      request.headers.upgrade = 'websocket';
      this.#server.handleUpgrade(request, stream, head, (socket) => this.#accept(socket, stream, viewer, address));
    } catch (error) {
      this.#refuse(stream, error);
    }
  }

  /**
   * Null for a visitor.
   * @throws Refusal `not_found` if the request opens no socket, `forbidden` for a foreign Origin or another person's
   * id, `unauthenticated` for an id without a session
   */
  async #viewerOf(request: IncomingMessage, client: ClientConnection): Promise<Viewer | null> {
    // Node versions without `shouldUpgradeCallback` pass every request with an Upgrade header to this handler.
    if (!isSocketRequest(request)) throw new Refusal('not_found');
    this.dependencies.origins.checkSocket(request.headers, client);
    const viewer = await this.dependencies.findViewer(request.headers.cookie, client, randomUUID());
    const named = urlOf(request.url ?? '')?.searchParams.get('userId');
    if (!named) return viewer;
    if (!viewer) throw new Refusal('unauthenticated');
    if (named.toLowerCase() !== viewer.accountId)
      throw new Refusal('forbidden', 'You may listen only in your own name');
    return viewer;
  }

  /** @throws Refusal `unavailable` while this process stops or is full */
  #checkCapacity(): void {
    if (this.#isStopping || this.#open.size >= this.dependencies.perProcess) throw new Refusal('unavailable');
  }

  #accept(socket: WebSocket, stream: Duplex, viewer: LiveSocket['viewer'], address: string): void {
    const { config, memory, metrics } = this.dependencies;
    const backlog = memory.backlog(address);
    const onSlow = () => metrics.slowSockets.inc();
    const times = { slowTimeoutMs: config.SOCKET_SLOW_SECONDS * 1000, closeTimeoutMs: config.SOCKET_CLOSE_MS };
    const live = new LiveSocket({ socket, stream, viewer, address, backlog, ...times, onSlow });
    this.#open.add(live);
    this.#count(live, address, 1);
    if (viewer) this.dependencies.bells.add(viewer.accountId, live);
    live.onEnd(() => {
      this.#open.delete(live);
      this.#count(live, address, -1);
      if (viewer) this.dependencies.bells.remove(viewer.accountId, live);
    });
    this.#connected(live);
    if (viewer) void this.#checkSession(viewer.tokenHash);
  }

  /** Checks the session of a new socket. If it ended during the upgrade, `endSession` could not find this socket. */
  async #checkSession(tokenHash: string): Promise<void> {
    if ((await this.dependencies.sessions.stateOf(tokenHash, randomUUID())) === 'ended')
      this.endSession({ tokenHash, accountId: null });
  }

  #count({ viewer }: LiveSocket, address: string, change: 1 | -1): void {
    this.#perAddress.add(address, change);
    if (viewer) this.#perAccount.add(viewer.accountId, change);
    this.dependencies.metrics.sockets.set(this.#open.size);
  }

  #refuse(stream: Duplex, error: unknown, headers: Readonly<Record<string, string>> = {}): void {
    const refusal = refusalOf(error);
    this.dependencies.metrics.refusedUpgrades.inc({ status: String(errorRules[refusal.code].status) });
    stream.end(rawAnswer(refusal, { requestId: randomUUID(), headers }));
  }

  /** Terminates sockets that have not answered the ping before, and checks all sessions. */
  #pingSockets(): void {
    for (const socket of this.#open) {
      if (socket.isAlive) socket.ping();
      else socket.terminate();
    }
    void this.checkSessions();
  }
}
