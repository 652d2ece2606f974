import { randomUUID } from 'node:crypto';
import type {
  AskedQuestion,
  BoostAnswer,
  Discussion,
  IfNotReached,
  Notification,
  OwnUser,
  Podcast,
  QuestionDetail,
  Report,
  RoomPage,
  WipeStart,
  XpActivity,
} from '@hearsay/contracts';
import { LiveClient } from '@hearsay/testing';
import { shortEpisode } from './media-samples.ts';

type Kind = 'question' | 'discussion' | 'podcast';

/** `body` is parsed JSON, or the text itself if it is not JSON. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
  readonly text: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  readonly headers?: Record<string, string>;
  /** The Idempotency-Key. By default each write gets a new key. Null sends no key. */
  readonly key?: string | null;
  /** Called with the status of each attempt. 0 means no answer. */
  readonly onTry?: (status: number) => void;
}

const timeoutMs = 60_000;
const insistenceMs = 180_000;
const insistencePauseMs = 100;
export const defaultPassword = 'a long enough password';

const pause = () => new Promise((resolve) => setTimeout(resolve, insistencePauseMs));

const keyOf = (method: string, key: string | null | undefined): string | null =>
  method === 'GET' ? null : key === undefined ? randomUUID() : key;

/** True if the call may succeed later. A proxy answers 502 if the gateway ends before its answer. */
const isLater = ({ status, headers }: Answer): boolean =>
  status === 502 || (status === 503 && headers.has('retry-after'));

/** Acts as one browser with cookies, HTTP calls and sockets. Signed out until `register` or `login`. */
export class Client {
  readonly at: { readonly url: string };
  /** The texts of all HTTP answers, for journeys that search for leaks. */
  readonly received: string[] = [];
  /** One line for each attempt without an answer, or with a status of 500 or more. */
  readonly failed: string[] = [];
  readonly #cookies = new Map<string, string>();
  #user: OwnUser | undefined;

  constructor(at: { readonly url: string }) {
    this.at = at;
  }

  /** The user as the sign-in answered it, without later changes. @throws before the sign-in */
  get user(): OwnUser {
    if (!this.#user) throw new Error('Nobody is signed in here');
    return this.#user;
  }

  get cookie(): string | undefined {
    return this.#cookies.size === 0
      ? undefined
      : [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Like the web app, repeats a call under the same key if it gets no answer, a 502, or a 503 with Retry-After. Never
   * repeats a write without a key.
   */
  async call<T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const key = keyOf(method, options.key);
    const mayRepeat = key !== null || method === 'GET';
    const until = performance.now() + insistenceMs;
    for (;;) {
      const isLast = !mayRepeat || performance.now() > until;
      const answer = await this.attempt<T>(method, path, { ...options, key }).catch((error: unknown) => {
        if (isLast) throw error;
        this.failed.push(`${method} ${path}: ${error}`);
        return undefined;
      });
      options.onTry?.(answer?.status ?? 0);
      if (answer && answer.status >= 500) this.failed.push(`${method} ${path}: ${answer.status} ${answer.text}`);
      if (answer && (isLast || !isLater(answer))) return answer;
      await pause();
    }
  }

  async attempt<T = unknown>(
    method: string,
    path: string,
    { body, raw, headers = {}, key }: CallOptions = {},
  ): Promise<Answer<T>> {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const { cookie } = this;
    const idempotencyKey = keyOf(method, key);
    const response = await fetch(this.at.url + path, {
      method,
      headers: {
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(content !== undefined && { body: content, duplex: 'half' }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    for (const setCookie of response.headers.getSetCookie()) this.#keep(setCookie);
    const text = await response.text();
    this.received.push(text);
    return { status: response.status, body: parsed(text) as T, headers: response.headers, text };
  }

  /** @throws unless the answer is 200 or 201 */
  async expect<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const { status, body, text } = await this.call<T>(method, path, options);
    if (status !== 200 && status !== 201)
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
    return body;
  }

  get<T>(path: string): Promise<T> {
    return this.expect<T>('GET', path);
  }

  async register(username: string, password = defaultPassword): Promise<OwnUser> {
    const body = { username, password, isCreator: false };
    this.#user = await this.expect<OwnUser>('POST', '/api/auth/register', { body });
    return this.#user;
  }

  async login(username: string, password = defaultPassword): Promise<OwnUser> {
    this.#user = await this.expect<OwnUser>('POST', '/api/auth/login', { body: { username, password } });
    return this.#user;
  }

  ask(question: {
    title: string;
    description?: string;
    isAnonymous?: boolean;
    replyBoostThreshold?: number;
    lockUntil?: string;
    ifNotReached?: IfNotReached;
    allowAnonymousAnswers?: boolean;
    targetUserId?: string;
  }) {
    return this.expect<AskedQuestion>('POST', '/api/questions', { body: question });
  }

  say(
    questionId: string,
    content: string,
    more: { isAnonymous?: boolean; parentReplyId?: string; key?: string } = {},
  ): Promise<Discussion> {
    const { key, ...rest } = more;
    return this.expect<Discussion>('POST', '/api/discussions', {
      body: { questionId, content, ...rest },
      ...(key !== undefined && { key }),
    });
  }

  boost(kind: Kind, id: string, isBoosted = true): Promise<BoostAnswer> {
    return this.expect<BoostAnswer>('POST', `/api/${kind}s/${id}/boost`, { body: { isBoosted } });
  }

  repost(kind: Kind, id: string, repostText?: string): Promise<unknown> {
    return this.expect('POST', `/api/${kind}s/${id}/repost`, { body: { repostText } });
  }

  remove(kind: Kind, id: string): Promise<unknown> {
    return this.expect('DELETE', `/api/${kind}s/${id}`);
  }

  report(contentType: Kind | 'user', contentId: string, reason = 'It hurts'): Promise<Report> {
    return this.expect<Report>('POST', '/api/reports', { body: { contentType, contentId, reason } });
  }

  follow(id: string): Promise<unknown> {
    return this.expect('POST', `/api/users/${id}/follow`);
  }

  /** Changes own settings. `part` is the end of the path, such as `invitation`. */
  change(part: string, body: object): Promise<unknown> {
    return this.expect('PATCH', `/api/users/${this.user.id}/${part}`, { body });
  }

  approve(questionId: string): Promise<unknown> {
    return this.expect('POST', `/api/questions/${questionId}/approve`);
  }

  approveWithReply(questionId: string, content: string, boostThreshold: number): Promise<Discussion> {
    const body = { content, boostThreshold };
    return this.expect<Discussion>('POST', `/api/questions/${questionId}/approve-with-reply`, { body });
  }

  removeRepost(contentId: string): Promise<unknown> {
    return this.expect('DELETE', `/api/reposts/${this.user.id}/${contentId}`);
  }

  publish(title = 'Night talk'): Promise<Podcast> {
    const body = { title, description: null, mediaUrl: shortEpisode, mediaType: 'audio' };
    return this.expect<Podcast>('POST', '/api/podcasts', { body });
  }

  /** @returns the path of the feed */
  async openFeed(episodes: readonly string[]): Promise<string> {
    const path = `/api/users/${this.user.id}/podcast-feed`;
    const { url } = await this.expect<{ url: string }>('PUT', path, { body: { episodes } });
    return new URL(url).pathname;
  }

  deleteAccount(anonymousPosts?: 'keep' | 'remove'): Promise<{ undoUntil: string }> {
    const body = { password: defaultPassword, anonymousPosts };
    return this.expect('DELETE', `/api/users/${this.user.id}`, { body });
  }

  resolve(reportId: string): Promise<Report> {
    return this.expect<Report>('PATCH', `/api/reports/${reportId}/status`, { body: { status: 'resolved' } });
  }

  wipe(id: string): Promise<WipeStart> {
    return this.expect<WipeStart>('DELETE', `/api/admin/users/${id}/content`);
  }

  undoWipe(wipeId: string): Promise<unknown> {
    return this.expect('POST', `/api/admin/wipes/${wipeId}/undo`);
  }

  question(id: string): Promise<QuestionDetail> {
    return this.get<QuestionDetail>(`/api/questions/${id}`);
  }

  room(id: string, after: number): Promise<RoomPage> {
    return this.get<RoomPage>(`/api/questions/${id}/room?after=${after}`);
  }

  notifications(): Promise<Notification[]> {
    return this.get<Notification[]>('/api/notifications');
  }

  async notificationsAbout(id: string): Promise<Notification[]> {
    return (await this.notifications()).filter(({ contentId, questionId }) => contentId === id || questionId === id);
  }

  async xp(): Promise<number> {
    return (await this.get<OwnUser>('/api/auth/user')).xp;
  }

  activities(): Promise<XpActivity[]> {
    return this.get<XpActivity[]>(`/api/users/${this.user.id}/xp-activities`);
  }

  socket(): Promise<LiveClient> {
    return LiveClient.open(this.at.url, { cookie: this.cookie });
  }

  /** Stores the cookie of one Set-Cookie header. An empty value deletes it. */
  #keep(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

let people = 0;

export const uniqueUsername = (name: string): string => {
  people += 1;
  return `${name}-${people}-${randomUUID().slice(0, 6)}`;
};

export const registerNewcomer = async (url: string, name = 'somebody', password?: string): Promise<Client> => {
  const client = new Client({ url });
  await client.register(uniqueUsername(name), password);
  return client;
};

export const registerNewcomers = <Names extends readonly string[]>(url: string, ...names: Names) =>
  Promise.all(names.map((name) => registerNewcomer(url, name))) as Promise<{ [Index in keyof Names]: Client }>;
