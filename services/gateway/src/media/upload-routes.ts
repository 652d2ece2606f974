import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import {
  type CallContext,
  contentRpc,
  deadlineIn,
  Id,
  Refusal,
  type UploadView,
  uploadLifetimeHours,
} from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import { uuidv7 } from '@hearsay/service-runtime';
import { Server } from '@tus/server';
import { DataStore, TUS_RESUMABLE, Upload } from '@tus/utils';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OriginCheck } from '../access/origin-check.js';
import { takeReadPermit } from '../access/rate-limiter.js';
import { Slots } from '../access/slots.js';
import { callTimeoutMs, requestFacts } from '../http/call.js';
import type { WatchedTransfer } from '../http/slow-transfers.js';
import { errorAnswer, refusalOf } from '../present/refusal.js';
import type { MediaDependencies } from './media-routes.js';
import { parseUploadRequest, type UploadRequest } from './upload-rules.js';

/** `asked` is null unless the call creates an upload. `upload` is set once it has been read. */
export interface UploadCall {
  readonly context: CallContext;
  readonly asked: UploadRequest | null;
  upload?: UploadView;
}

const metadataOf = ({ filename, filetype, purpose }: UploadView) => ({ filename, filetype, purpose });

export class UploadStore extends DataStore {
  readonly calls = new AsyncLocalStorage<UploadCall>();
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

  constructor(
    private readonly rpc: RpcClient,
    private readonly store: MediaStore,
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    const call = this.#call();
    if (!call.asked) throw new Refusal('invalid_input');
    const opened = await this.rpc.call(contentRpc.openUpload, { id: upload.id, ...call.asked }, call.context);
    call.upload = opened.upload;
    upload.creation_date = opened.upload.createdAt;
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id);
    const offset = await this.#stored(
      id,
      async () => (await this.store.size(upload.key)) ?? (await this.store.draftSize(upload.key)),
    );
    return new Upload({
      id,
      size: upload.bytes,
      offset,
      metadata: metadataOf(upload),
      creation_date: upload.createdAt,
    });
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const { key, bytes } = await this.#find(id);
    return this.#stored(id, async () => {
      const size = await this.store.append(key, offset, body);
      if (size === bytes) await this.store.finish(key, bytes);
      return size;
    });
  }

  override async remove(id: string): Promise<void> {
    await this.rpc.call(contentRpc.closeUpload, { id }, this.#call().context);
  }

  override getExpiration(): number {
    return uploadLifetimeHours * 60 * 60_000;
  }

  /** If a creation fails, the client never learns the upload's id, so the upload is closed. */
  async #stored<T>(id: string, use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } catch (error) {
      if (this.#call().asked) await this.remove(id).catch(() => undefined);
      throw error;
    }
  }

  /** Reads the upload once per call. @throws Refusal `not_found` */
  async #find(id: string): Promise<UploadView> {
    const call = this.#call();
    if (call.upload?.id === id) return call.upload;
    const { upload } = await this.rpc.call(contentRpc.upload, { id }, call.context);
    if (!upload) throw new Refusal('not_found');
    call.upload = upload;
    return upload;
  }

  /** The call that the tus server is handling in this asynchronous context. */
  #call(): UploadCall {
    const call = this.calls.getStore();
    if (!call) throw new Error('An upload belongs to nobody');
    return call;
  }
}

const path = '/api/uploads';
const bytesType = 'application/offset+octet-stream';
/** Maximum numbers of simultaneous writes. Each write may hold a part of 8 MiB in memory. */
const atOnce = { perProcess: 32, perAccount: 2 };

interface UploadOptions extends MediaDependencies {
  readonly origins: OriginCheck;
  readonly perAddress: number;
}

/** Errors of the tus server keep their status. Other errors get a status of the error table and Retry-After. */
const tusError = (
  error: Error | { status_code: number; body: string },
  response: { setHeader(name: string, seconds: number): unknown } | undefined,
) => {
  if ('status_code' in error) return undefined;
  const { status, body, retryAfter } = errorAnswer(refusalOf(error), '');
  if (retryAfter !== null) response?.setHeader('retry-after', retryAfter);
  return { status_code: status, body: `${body.error}\n` };
};

/** Serves tus 1.0 to signed-in people. Bytes stream from the socket into the media store. */
export class UploadRoutes {
  readonly #options: UploadOptions;
  readonly #uploads: UploadStore;
  readonly #tus: Server;
  readonly #slots: Slots;
  readonly #writing = new Set<FastifyRequest>();

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#uploads = new UploadStore(options.rpc, options.store);
    this.#slots = new Slots({ ...atOnce, perAddress: options.perAddress }, 'Too many uploads are coming in');
    this.#tus = new Server({
      path,
      datastore: this.#uploads,
      relativeLocation: true,
      namingFunction: () => uuidv7(),
      // An empty list, because no other site may read the answers (CORS).
      allowedOrigins: [],
      onResponseError: ({ runtime }, error) => tusError(error, runtime?.node?.res),
    });
  }

  async attach(server: FastifyInstance): Promise<void> {
    await server.register(async (scope) => {
      // The tus server reads the body itself.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      const config = { hasLongBody: true };
      const handler = (request: FastifyRequest, reply: FastifyReply) => this.#handle(request, reply);
      const routes = { [path]: ['OPTIONS', 'POST'], [`${path}/:id`]: ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'] };
      for (const [url, method] of Object.entries(routes)) {
        const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
          void reply.header('allow', method.join(', '));
        scope.route({ method, url, config, onRequest, handler });
      }
    });
  }

  /** Cuts running writes. Clients can resume them. */
  stop(): void {
    for (const request of this.#writing) request.raw.destroy();
  }

  async #handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    readOverride(request);
    const call = request.method === 'OPTIONS' ? null : await this.#admit(request);
    if (request.method === 'PATCH' && !isOfBytes(request))
      throw new Refusal('unsupported_media', `Bytes are sent as ${bytesType}`);
    if (headerOf(request, 'tus-resumable') !== TUS_RESUMABLE) {
      // tus 1.0 requires 412 for another version. The tus server answers 412 only if the header is missing.
      delete request.raw.headers['tus-resumable'];
      void reply.header('tus-version', TUS_RESUMABLE);
    }
    const isWriting = call !== null && hasBody(request);
    if (isWriting) this.#takeSlot(request, call.context.accountId);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const endWatch = isWriting ? this.#options.slowTransfers.watch(arriving(request)) : undefined;
    try {
      const serve = () => this.#tus.handle(request.raw, reply.raw);
      await (call ? this.#uploads.calls.run(call, serve) : serve());
    } catch (error) {
      this.#options.errors.note(error, request);
      request.raw.destroy();
    } finally {
      endWatch?.();
    }
  }

  /** Checks origin, session and limits before the tus server sees the call. */
  async #admit(request: FastifyRequest): Promise<UploadCall> {
    const { guard, limiter, origins } = this.#options;
    const { id } = request.params as { id?: string };
    if (id !== undefined && !Id.safeParse(id).success) throw new Refusal('not_found');
    const arrival = requestFacts(request);
    const { address } = arrival;
    origins.checkUnsafeRequest(request.headers, arrival);
    const viewer = await guard.viewerOf(request.headers.cookie, arrival, request.id);
    if (!viewer) throw new Refusal('unauthenticated');
    const { accountId } = viewer;
    const isCreation = request.method === 'POST';
    const asked = isCreation
      ? parseUploadRequest({
          metadata: headerOf(request, 'upload-metadata'),
          length: headerOf(request, 'upload-length'),
        })
      : null;
    await (isCreation ? limiter.take('uploads', accountId) : takeReadPermit(limiter, 'reads', { accountId, address }));
    return { asked, context: { correlationId: request.id, accountId, deadline: deadlineIn(callTimeoutMs) } };
  }

  #takeSlot(request: FastifyRequest, accountId: string | null): void {
    const giveBack = this.#slots.take({ accountId, address: requestFacts(request).address });
    this.#writing.add(request);
    request.raw.once('close', () => {
      this.#writing.delete(request);
      giveBack();
    });
  }
}

const overridden = new Set(['PATCH', 'DELETE']);

/** Takes the method from the header, because some networks pass only POST (tus 1.0, X-HTTP-Method-Override). */
const readOverride = (request: FastifyRequest): void => {
  const { raw } = request;
  const method = headerOf(request, 'x-http-method-override')?.toUpperCase();
  // Deletes the header, because the tus server would obey it on every request.
  delete raw.headers['x-http-method-override'];
  if (request.method !== 'POST' || (request.params as { id?: string }).id === undefined) return;
  if (method === undefined || !overridden.has(method)) throw new Refusal('method_not_allowed');
  raw.method = method;
};

/** The transfer waits for the gateway while received bytes are unread, and after the last byte. */
const arriving = ({ raw }: FastifyRequest): WatchedTransfer => ({
  bytes: () => raw.socket.bytesRead,
  isWaitingForUs: () => raw.complete || raw.readableLength > 0,
  cut: () => raw.destroy(),
});

const isOfBytes = (request: FastifyRequest): boolean =>
  headerOf(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() === bytesType;

/** Only requests that send bytes hold a slot. */
const hasBody = (request: FastifyRequest): boolean =>
  headerOf(request, 'transfer-encoding') !== undefined || Number(headerOf(request, 'content-length') ?? 0) > 0;

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};
