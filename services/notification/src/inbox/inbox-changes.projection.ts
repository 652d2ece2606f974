import {
  ActNotified,
  BoostsNotified,
  type EventData,
  LevelNotified,
  type NotificationKind,
  OpeningNotified,
  type Owner,
  RepliesNotified,
  RevealNotified,
} from '@hearsay/contracts';
import type { AppendedEvent } from '@hearsay/event-store';
import { type InboxEventDefinition, replyGroupKey } from './inbox.aggregates.js';
import type { BoostState, NotificationGroup } from './inbox.sql.js';
import { isShownTo, type People, type Recipient } from './inbox-keys.js';
import type { Summary } from './sealed-texts.js';

type Revealing = EventData<typeof RevealNotified>;

export interface NotificationState {
  readonly id: string;
  readonly inbox: string;
  readonly kind: NotificationKind;
  readonly number: number;
  /** Number of acts, including acts that are hidden from the recipient. */
  readonly count: number;
  readonly notifiedAt: string;
  readonly summary: Summary;
}

export interface ReplyRow {
  readonly notificationId: string;
  readonly replyId: string;
  readonly author: Owner;
  readonly at: string;
}

interface GroupRow extends NotificationGroup {
  readonly version: number;
}

const latest = (a: string, b: string) => (a < b ? b : a);

const blank = {
  ...{ contentType: null, contentId: null, questionId: null, actorId: null, actedAt: null },
  ...{ level: null, hasOwn: false, actId: null },
} as const;

/** Folds a batch of events in log order. The projection can then read and write each changed row only once. */
export class InboxChanges {
  readonly notices: Map<string, NotificationState>;
  readonly lastNumbers = new Map<string, number>();
  readonly boostGroups = new Map<string, GroupRow>();
  readonly replyGroups = new Map<string, GroupRow>();
  readonly replies: ReplyRow[] = [];
  readonly boosts = new Map<string, BoostState>();
  readonly changedBoosters = new Map<string, string>();

  constructor(
    private readonly people: People,
    known: readonly NotificationState[],
  ) {
    this.notices = new Map(known.map((notice) => [notice.id, notice]));
  }

  apply(event: AppendedEvent<InboxEventDefinition>): void {
    switch (event.type) {
      case BoostsNotified.type:
        this.#applyBoosts(event);
        break;
      case RepliesNotified.type:
        this.#applyReplies(event);
        break;
      case RevealNotified.type: {
        const revealed = { contentType: 'question', contentId: event.data.questionId } as const;
        this.#putOnce(event.data, 'reveal', event.meta.occurredAt, revealed);
        break;
      }
      case OpeningNotified.type: {
        const { questionId, questionOwner, boosts, isWatcher } = event.data;
        const isOwn = this.people.personOf(questionOwner) === this.#recipientOf(event.data.recipient).personId;
        const count = isOwn ? 0 : Math.max(1, boosts);
        const opened = { contentType: 'question', contentId: questionId, count } as const;
        this.#putOnce(event.data, isWatcher ? 'heard' : 'opening', event.meta.occurredAt, opened);
        break;
      }
      case LevelNotified.type:
        this.#putOnce(event.data, 'level-up', event.meta.occurredAt, { level: event.data.level });
        break;
      case ActNotified.type:
        this.#applyAct(event.data, event.meta.occurredAt);
    }
  }

  /** Folds the event into the group, its boosts and all notifications that it changes. */
  #applyBoosts({ version, data }: AppendedEvent<typeof BoostsNotified>): void {
    const recipient = this.#recipientOf(data.recipient);
    const { notificationId, number, count } = data;
    for (const boost of data.boosts) this.boosts.set(boost.boostId, boost);
    this.boostGroups.set(data.contentId, { notificationId, number: number ?? 0, count, version });
    if (notificationId !== null) this.#putBoosts(data, notificationId, recipient);
    for (const { notificationId: id, count: fewer } of data.fewer)
      this.#changeReadNotification(id, -fewer, data.boosts, recipient);
    for (const { notificationId: id, count: more } of data.more ?? [])
      this.#changeReadNotification(id, more, data.boosts, recipient);
    for (const { isBoosted, notificationId: id } of data.boosts) {
      const isChanged = id !== null && (!isBoosted || id !== notificationId);
      if (isChanged && this.notices.has(id)) this.changedBoosters.set(id, recipient.personId);
    }
    if (number !== null) this.#raiseLastNumber(recipient, number);
  }

  /** Folds the event into the group. The summary counts only replies that the recipient is shown. */
  #applyReplies({ version, data }: AppendedEvent<typeof RepliesNotified>): void {
    const recipient = this.#recipientOf(data.recipient);
    const { notificationId, number, count, kind, questionId, questionOwner } = data;
    const known = this.notices.get(notificationId);
    const first = { ...blank, contentType: 'discussion', questionId, count: 0, at: data.replies[0]!.at } as const;
    let summary: Summary = known?.summary ?? first;
    let notifiedAt = known?.notifiedAt ?? summary.at;
    for (const { replyId, author, at } of data.replies) {
      notifiedAt = latest(notifiedAt, at);
      this.replies.push({ notificationId, replyId, author, at });
      if (!isShownTo(recipient, { kind, author, questionOwner }, this.people)) continue;
      const [shown, newest] = [summary.count + 1, latest(summary.at, at)];
      summary = { ...summary, contentId: replyId, actorId: author.accountId, count: shown, at: newest };
    }
    this.#put({ id: notificationId, inbox: recipient.inbox, kind, number, count, notifiedAt, summary }, recipient);
    this.replyGroups.set(replyGroupKey(kind, recipient.inbox, questionId), { notificationId, number, count, version });
  }

  /** Folds the event into a new notification. The recipient's own act has count 0, which hides it. */
  #applyAct(data: EventData<typeof ActNotified>, at: string): void {
    const { kind, actorId, contentType, contentId, questionId, actId, questionOwner } = data;
    const askerId = questionOwner ? this.people.personOf(questionOwner) : null;
    const isOwn = [actorId, askerId].includes(this.#recipientOf(data.recipient).personId);
    this.#putOnce(data, kind, at, { actorId, contentType, contentId, questionId, actId, count: isOwn ? 0 : 1 });
  }

  /** Sets the booster whom a notification names. Null if no boost remains, or only the owner's. */
  showBooster(id: string, boosterId: string | null, actedAt: string | null): void {
    const notice = this.notices.get(id);
    if (notice) this.notices.set(id, { ...notice, summary: { ...notice.summary, actorId: boosterId, actedAt } });
  }

  #putBoosts(data: EventData<typeof BoostsNotified>, id: string, recipient: Recipient): void {
    const { contentType, contentId, questionId, count } = data;
    const known = this.notices.get(id);
    let summary = known?.summary;
    let notifiedAt = known?.notifiedAt;
    for (const { boosterId, at, isBoosted, notificationId } of data.boosts) {
      if (notificationId !== id) continue;
      const about = { contentType, contentId, questionId: contentType === 'discussion' ? questionId : null };
      summary ??= { ...blank, ...about, count: 0, at };
      if (boosterId === recipient.personId) summary = { ...summary, hasOwn: isBoosted };
      if (!isBoosted) continue;
      notifiedAt = latest(notifiedAt ?? at, at);
      if (boosterId !== recipient.personId) summary = withBooster(summary, boosterId, at);
    }
    // The event changed only boosts of earlier notifications, and this notification does not exist.
    if (!summary || notifiedAt === undefined) return;
    summary = { ...summary, count: count - (summary.hasOwn ? 1 : 0) };
    // Without a new number, a boost was only given again. It was announced before, so the notification keeps its time.
    if (known && data.number === known.number)
      [notifiedAt, summary] = [known.notifiedAt, { ...summary, at: known.summary.at }];
    const number = data.number ?? known?.number ?? 0;
    this.#put({ id, inbox: recipient.inbox, kind: 'boost', number, count, notifiedAt, summary }, recipient);
  }

  /** Changes the count of a read notification. It shows at least 1, even if all its boosts were undone. */
  #changeReadNotification(id: string, change: number, boosts: readonly BoostState[], { personId }: Recipient): void {
    const notice = this.notices.get(id);
    if (!notice) return;
    const count = Math.max(0, notice.count + change);
    const own = boosts.find((boost) => boost.boosterId === personId && boost.notificationId === id);
    const hasOwn = own ? own.isBoosted : notice.summary.hasOwn;
    this.notices.set(id, {
      ...notice,
      count,
      summary: { ...notice.summary, hasOwn, count: Math.max(1, count - (hasOwn ? 1 : 0)) },
    });
  }

  #putOnce(
    { recipient: owner, notificationId: id, number }: Omit<Revealing, 'questionId'>,
    kind: NotificationKind,
    at: string,
    shown: Partial<Summary>,
  ): void {
    const recipient = this.#recipientOf(owner);
    const summary = { ...blank, count: 1, ...shown, at };
    this.#put({ id, inbox: recipient.inbox, kind, number, count: 1, notifiedAt: at, summary }, recipient);
  }

  #put(notice: NotificationState, recipient: Recipient): void {
    this.notices.set(notice.id, notice);
    this.#raiseLastNumber(recipient, notice.number);
  }

  #raiseLastNumber({ inbox }: Recipient, number: number): void {
    this.lastNumbers.set(inbox, Math.max(number, this.lastNumbers.get(inbox) ?? 0));
  }

  #recipientOf(owner: Revealing['recipient']): Recipient {
    const recipient = this.people.recipientOf(owner);
    if (!recipient) throw new Error('A notification has no recipient');
    return recipient;
  }
}

/** Names the latest booster. At equal instants this is the booster with the smaller id, in any order of arrival. */
const withBooster = (summary: Summary, boosterId: string, at: string): Summary => {
  const isLater =
    summary.actedAt === null ||
    summary.actedAt < at ||
    (summary.actedAt === at && summary.actorId !== null && boosterId < summary.actorId);
  return { ...summary, at: latest(summary.at, at), ...(isLater && { actorId: boosterId, actedAt: at }) };
};
