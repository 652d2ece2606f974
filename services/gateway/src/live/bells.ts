import { type LiveBell, liveSubjects } from '@hearsay/contracts';
import { presentNotification } from '../present/notification.js';
import { People } from '../read/people.js';
import { readContext } from '../read/read-context.js';
import { serverFrame } from './frames.js';
import type { LiveSocket } from './live-socket.js';
import type { RoomsSources } from './rooms.js';

interface Listening {
  readonly sockets: Set<LiveSocket>;
  readonly subscription: { unsubscribe(): void };
  /** Resolves when what came before was sent: notifications keep the order in which they came. */
  sent: Promise<void>;
}

/** New notifications for the accounts that have a socket here. */
export class Bells {
  readonly #listening = new Map<string, Listening>();

  constructor(
    private readonly people: People,
    private readonly subscribe: RoomsSources['subscribe'],
  ) {}

  add(accountId: string, socket: LiveSocket): void {
    let listening = this.#listening.get(accountId);
    if (!listening) {
      const subscription = this.subscribe<LiveBell>(liveSubjects.bell(accountId), (bell) => this.#ring(accountId, bell));
      listening = { sockets: new Set(), subscription, sent: Promise.resolve() };
      this.#listening.set(accountId, listening);
    }
    listening.sockets.add(socket);
  }

  remove(accountId: string, socket: LiveSocket): void {
    const listening = this.#listening.get(accountId);
    if (!listening?.sockets.delete(socket) || listening.sockets.size > 0) return;
    listening.subscription.unsubscribe();
    this.#listening.delete(accountId);
  }

  #ring(accountId: string, bell: LiveBell): void {
    const listening = this.#listening.get(accountId);
    // Only the number has changed: the poll of the bell brings it.
    if (!listening || !bell.notification) return;
    const view = bell.notification;
    listening.sent = listening.sent.then(async () => {
      // Lost is no harm, the list is polled; but later ones must not wait for it.
      const cards = await this.people.cards([view.actorId], readContext().correlationId).catch(() => null);
      if (!cards) return;
      const notification = presentNotification(view, cards);
      const frame = serverFrame({ type: 'notification', data: { message: notification.message, notification, unread: bell.unread } });
      for (const socket of listening.sockets) socket.write(frame);
    });
  }
}
