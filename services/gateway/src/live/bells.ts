import { liveSubjects } from '@hearsay/contracts';
import pLimit from 'p-limit';
import type { Inbox } from '../read/inbox.js';
import type { LiveSocket } from './live-socket.js';
import { encodeServerFrame } from './room-frames.js';
import type { RoomsDependencies } from './rooms.js';

/** All bells of an account within this time cause one push of its newest notification. */
const pushEveryMs = 200;
/** Limits concurrent pushes. One act may notify hundreds of people, and their pushes must not delay other calls. */
const maxConcurrentPushes = 4;

interface Listening {
  readonly sockets: Set<LiveSocket>;
  readonly subscription: { unsubscribe(): void };
  timer: NodeJS.Timeout | undefined;
  /** Time of the last bell, by `performance.now()`. */
  rungAt: number;
  asked: Promise<void>;
  lastSent: string | undefined;
}

/** Pushes a person's newest notification and unread count to their sockets. */
export class Bells {
  readonly #listening = new Map<string, Listening>();
  readonly #limit = pLimit(maxConcurrentPushes);

  constructor(
    private readonly inbox: Pick<Inbox, 'news'>,
    private readonly subscribe: RoomsDependencies['subscribe'],
  ) {}

  add(accountId: string, socket: LiveSocket): void {
    let listening = this.#listening.get(accountId);
    if (!listening) {
      const subscription = this.subscribe(liveSubjects.bell(accountId), () => this.#ring(accountId));
      listening = {
        sockets: new Set(),
        subscription,
        timer: undefined,
        rungAt: -pushEveryMs,
        asked: Promise.resolve(),
        lastSent: undefined,
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

  /** Several bells within the interval cause one push. */
  #ring(accountId: string): void {
    const listening = this.#listening.get(accountId);
    if (!listening || listening.timer) return;
    const ask = () => {
      listening.timer = undefined;
      listening.rungAt = performance.now();
      // A failed push does no harm, because clients also poll the list of notifications.
      const send = () => this.#limit(() => this.#send(accountId, listening));
      listening.asked = listening.asked.then(send).catch(() => undefined);
    };
    listening.timer = setTimeout(ask, Math.max(0, listening.rungAt + pushEveryMs - performance.now()));
  }

  /** Sends nothing if the newest notification is unchanged since the last push. */
  async #send(accountId: string, listening: Listening): Promise<void> {
    const [socket] = listening.sockets;
    const news = await this.inbox.news(accountId, socket?.mutes);
    if (!news) return;
    const { notification, unread } = news;
    const state = `${notification.id} ${notification.count} ${notification.createdAt}`;
    if (state === listening.lastSent) return;
    listening.lastSent = state;
    const frame = encodeServerFrame({
      type: 'notification',
      data: { message: notification.message, notification, unread },
    });
    for (const socket of listening.sockets) socket.write(frame);
  }
}
