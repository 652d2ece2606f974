import { liveSubjects, type Notification } from '@hearsay/contracts';
import type { Inbox } from '../read/inbox.js';
import { serverFrame } from './frames.js';
import type { LiveSocket } from './live-socket.js';
import type { RoomsSources } from './rooms.js';

/** A person's bell rings at most so often; what came meanwhile is asked for together. */
const ringEveryMs = 200;
/** By so much the clock of whoever wrote a notification may be behind this one. */
const clockSkewMs = 5_000;
/** So many are remembered for a person: far more than one bell shows. */
const maxSeen = 100;

interface Listening {
  readonly sockets: Set<LiveSocket>;
  readonly subscription: { unsubscribe(): void };
  /** Of a ring that waits for its turn. */
  timer: NodeJS.Timeout | undefined;
  /** Of the last ring, as `performance.now()`. */
  rungAt: number;
  /** Rings follow one another. */
  asked: Promise<void>;
  /** What came before a person listened is no news. Milliseconds of the clock. */
  readonly since: number;
  /** By id, the notifications that were last seen here, as they stood then: none is sent again as it was. */
  readonly seen: Map<string, string>;
}

/**
 * News for the accounts that have a socket here. A bell says only that there is some: what it is and how much is unread is asked for
 * here, once for all bells of a moment.
 */
export class Bells {
  readonly #listening = new Map<string, Listening>();

  constructor(
    private readonly inbox: Pick<Inbox, 'news'>,
    private readonly subscribe: RoomsSources['subscribe'],
  ) {}

  add(accountId: string, socket: LiveSocket): void {
    let listening = this.#listening.get(accountId);
    if (!listening) {
      const subscription = this.subscribe(liveSubjects.bell(accountId), () => this.#ring(accountId));
      listening = {
        sockets: new Set(),
        subscription,
        timer: undefined,
        rungAt: -ringEveryMs,
        asked: Promise.resolve(),
        since: Date.now() - clockSkewMs,
        seen: new Map(),
      };
      this.#listening.set(accountId, listening);
    }
    listening.sockets.add(socket);
  }

  remove(accountId: string, socket: LiveSocket): void {
    const listening = this.#listening.get(accountId);
    if (!listening?.sockets.delete(socket) || listening.sockets.size > 0) return;
    clearTimeout(listening.timer);
    listening.subscription.unsubscribe();
    this.#listening.delete(accountId);
  }

  #ring(accountId: string): void {
    const listening = this.#listening.get(accountId);
    if (!listening || listening.timer) return;
    const ask = () => {
      listening.timer = undefined;
      listening.rungAt = performance.now();
      // Lost is no harm, the list is polled; but later ones must not wait for it.
      listening.asked = listening.asked.then(() => this.#send(accountId, listening)).catch(() => undefined);
    };
    listening.timer = setTimeout(ask, Math.max(0, listening.rungAt + ringEveryMs - performance.now()));
  }

  /** Each that is new or has changed, oldest first, so that the newest is the last that is shown. */
  async #send(accountId: string, listening: Listening): Promise<void> {
    const { notifications, unread } = await this.inbox.news(accountId);
    const isNews = (notification: Notification, index: number) =>
      listening.seen.get(notification.id) !== stateOf(notification) &&
      (index === 0 || listening.seen.has(notification.id) || Date.parse(notification.createdAt) >= listening.since);
    const news = notifications.filter(isNews).reverse();
    for (const notification of notifications) listening.seen.set(notification.id, stateOf(notification));
    for (const id of listening.seen.keys()) if (listening.seen.size > maxSeen) listening.seen.delete(id);
    for (const notification of news) {
      const frame = serverFrame({ type: 'notification', data: { message: notification.message, notification, unread } });
      for (const socket of listening.sockets) socket.write(frame);
    }
  }
}

const stateOf = ({ count, createdAt }: Notification): string => `${count} ${createdAt}`;
