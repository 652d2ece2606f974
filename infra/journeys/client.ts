import { randomUUID } from 'node:crypto';
import type {
  BoostStatus,
  Discussion,
  Notification,
  OwnUser,
  Question,
  QuestionDetail,
  RoomPage,
  XpActivity,
} from '@hearsay/contracts';
import { LiveClient } from './live-client.ts';

/** What came back of a call. `body` is the parsed JSON, or the text where there is none. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  /** Idempotency-Key; a write without one gets a new one, null sends none. */
  readonly key?: string | null;
}

/** The call was answered with another status than the journey counts on. */
class UnexpectedAnswer extends Error {
  readonly answer: Answer;

  constructor(call: string, answer: Answer) {
    super(`${call} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    this.name = 'UnexpectedAnswer';
    this.answer = answer;
  }
}

// Far above what a busy machine needs: they only end what would never be answered.
const timeoutMs = 60_000;
const insistenceMs = 180_000;
const insistencePauseMs = 100;

const pause = () => new Promise((resolve) => setTimeout(resolve, insistencePauseMs));

/** The key of a call: none for a read, a new one for a write that names none. */
const keyOf = (method: string, key: string | null | undefined): string | null =>
  method === 'GET' ? null : key === undefined ? randomUUID() : key;

const isLater = ({ status, headers }: Answer): boolean => status === 503 && headers.has('retry-after');

/** One browser: a cookie jar, calls over HTTP and sockets. Signed out until `register` or `login`. */
export class Client {
  readonly url: string;
  /** Everything that was received over HTTP, for journeys that look for what must not be there. */
  readonly received: string[] = [];
  readonly #cookies = new Map<string, string>();
  #user: OwnUser | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** The signed-in person. */
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
   * One call. What is answered "later" (503 with Retry-After, as by a machine that is too busy) is asked again with the same key, as the web app
   * does, but for a write without a key. Answers whatever else came, and rejects when there was no answer at all.
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

  /** The same, asked once: for what is about a 503. */
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

  /** A call that must succeed. @throws UnexpectedAnswer */
  async expect<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const answer = await this.call<T>(method, path, options);
    if (answer.status !== 200 && answer.status !== 201) throw new UnexpectedAnswer(`${method} ${path}`, answer);
    return answer.body;
  }

  /**
   * A write that is repeated with one key, as the web app does, until it is answered with something else than "later". `onTry`
   * hears of each attempt's status, 0 for none.
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
  }) {
    return this.expect<Question>('POST', '/api/questions', { body: question });
  }

  /** A chat message. */
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

  boost(kind: 'question' | 'discussion', id: string, isBoosted = true, key?: string): Promise<BoostStatus> {
    return this.expect<BoostStatus>('POST', `/api/${kind}s/${id}/boost`, {
      body: { isBoosted },
      ...(key !== undefined && { key }),
    });
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

  /** An open socket of this browser. */
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

/** A newly registered person with a name that nobody has. */
export const newcomer = async (url: string, name = 'somebody', password?: string): Promise<Client> => {
  people += 1;
  const client = new Client(url);
  await client.register(`${name}-${people}-${randomUUID().slice(0, 6)}`, password);
  return client;
};
