import { randomUUID } from 'node:crypto';
import type {
  BoostStatus,
  Discussion,
  Notification,
  OwnUser,
  Podcast,
  Question,
  QuestionDetail,
  Report,
  RoomPage,
  WipeStart,
  XpActivity,
} from '@hearsay/contracts';
import { LiveClient } from './live-client.ts';
import { shortEpisode } from './sounds.ts';

type Kind = 'question' | 'discussion' | 'podcast';

/** `body` is parsed JSON, or the text if it is none. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
  readonly text: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  /** Idempotency-Key. A write without one gets a new one, null sends none. */
  readonly key?: string | null;
}

class UnexpectedAnswer extends Error {
  readonly answer: Answer;

  constructor(call: string, answer: Answer) {
    super(`${call} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    this.name = 'UnexpectedAnswer';
    this.answer = answer;
  }
}

const timeoutMs = 60_000;
const insistenceMs = 180_000;
const insistencePauseMs = 100;

const pause = () => new Promise((resolve) => setTimeout(resolve, insistencePauseMs));

const keyOf = (method: string, key: string | null | undefined): string | null =>
  method === 'GET' ? null : key === undefined ? randomUUID() : key;

const isLater = ({ status, headers }: Answer): boolean => status === 503 && headers.has('retry-after');

/** One browser with cookies, HTTP calls and sockets. It is signed out until `register` or `login`. */
export class Client {
  readonly url: string;
  /** All HTTP answers, for journeys that look for leaks. */
  readonly received: string[] = [];
  readonly #cookies = new Map<string, string>();
  #user: OwnUser | undefined;

  constructor(url: string) {
    this.url = url;
  }

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
   * Repeats a call that is answered "later" (503 with Retry-After) with the same key, as the web app does. A write
   * without a key is never repeated. Rejects when there was no answer at all.
   */
  async call<T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const key = keyOf(method, options.key);
    const mayRepeat = key !== null || method === 'GET';
    const until = performance.now() + insistenceMs;
    for (;;) {
      const answer = await this.attempt<T>(method, path, { ...options, key });
      if (!mayRepeat || !isLater(answer) || performance.now() > until) return answer;
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
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    for (const setCookie of response.headers.getSetCookie()) this.#keep(setCookie);
    const text = await response.text();
    this.received.push(text);
    return { status: response.status, body: parsed(text) as T, headers: response.headers, text };
  }

  /** @throws UnexpectedAnswer unless the answer is 200 or 201 */
  async expect<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const answer = await this.call<T>(method, path, options);
    if (answer.status !== 200 && answer.status !== 201) throw new UnexpectedAnswer(`${method} ${path}`, answer);
    return answer.body;
  }

  /**
   * Repeats a write with one key, as the web app does, until its answer is not "later". `onTry` gets each attempt's
   * status, 0 without an answer.
   */
  async insist<T>(
    method: string,
    path: string,
    body: unknown,
    onTry: (status: number) => void = () => undefined,
  ): Promise<T> {
    const key = randomUUID();
    const until = performance.now() + insistenceMs;
    for (;;) {
      const answer = await this.attempt<T>(method, path, { body, key }).catch(() => undefined);
      onTry(answer?.status ?? 0);
      if (answer && (answer.status === 200 || answer.status === 201)) return answer.body;
      if (answer && answer.status !== 503) throw new UnexpectedAnswer(`${method} ${path}`, answer);
      if (performance.now() > until) throw new Error(`${method} ${path} was not accepted within ${insistenceMs} ms`);
      await pause();
    }
  }

  get<T>(path: string): Promise<T> {
    return this.expect<T>('GET', path);
  }

  async register(username: string, password = 'a long enough password'): Promise<OwnUser> {
    this.#user = await this.expect<OwnUser>('POST', '/api/auth/register', {
      body: { username, password, isCreator: false },
    });
    return this.#user;
  }

  async login(username: string, password = 'a long enough password'): Promise<OwnUser> {
    this.#user = await this.expect<OwnUser>('POST', '/api/auth/login', { body: { username, password } });
    return this.#user;
  }

  ask(question: {
    title: string;
    description?: string;
    isAnonymous?: boolean;
    replyBoostThreshold?: number;
    allowAnonymousAnswers?: boolean;
    targetUserId?: string;
  }) {
    return this.expect<Question>('POST', '/api/questions', { body: question });
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

  boost(kind: Kind, id: string, isBoosted = true): Promise<BoostStatus> {
    return this.expect<BoostStatus>('POST', `/api/${kind}s/${id}/boost`, { body: { isBoosted } });
  }

  repost(kind: Kind, id: string, repostText?: string): Promise<unknown> {
    return this.expect('POST', `/api/${kind}s/${id}/repost`, { body: { repostText } });
  }

  remove(kind: Kind, id: string): Promise<unknown> {
    return this.expect('DELETE', `/api/${kind}s/${id}`);
  }

  report(contentType: Kind, contentId: string, reason = 'It hurts'): Promise<Report> {
    return this.expect<Report>('POST', '/api/reports', { body: { contentType, contentId, reason } });
  }

  follow(id: string): Promise<unknown> {
    return this.expect('POST', `/api/users/${id}/follow`);
  }

  change(part: string, body: object): Promise<unknown> {
    return this.expect('PATCH', `/api/users/${this.user.id}/${part}`, { body });
  }

  /** Repeated without an answer too, because a sound may take long on a busy machine. */
  publish(title = 'Night talk'): Promise<Podcast> {
    const body = { title, description: null, mediaUrl: shortEpisode, mediaType: 'audio' };
    return this.insist<Podcast>('POST', '/api/podcasts', body);
  }

  wipe(id: string): Promise<WipeStart> {
    return this.insist<WipeStart>('DELETE', `/api/admin/users/${id}/content`, undefined);
  }

  undoWipe(wipeId: string): Promise<unknown> {
    return this.insist('POST', `/api/admin/wipes/${wipeId}/undo`, undefined);
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

  activities(): Promise<XpActivity[]> {
    return this.get<XpActivity[]>(`/api/users/${this.user.id}/xp-activities`);
  }

  socket(): Promise<LiveClient> {
    return LiveClient.open(this.url, this.cookie);
  }

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

export const newcomers = <Names extends readonly string[]>(url: string, ...names: Names) =>
  Promise.all(names.map((name) => newcomer(url, name))) as Promise<{ [Index in keyof Names]: Client }>;

export const newcomer = async (url: string, name = 'somebody', password?: string): Promise<Client> => {
  people += 1;
  const client = new Client(url);
  await client.register(`${name}-${people}-${randomUUID().slice(0, 6)}`, password);
  return client;
};
