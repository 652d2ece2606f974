import { contentRpc, liveSubjects, Refusal, type ReplyView, type RoomEntryView } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import type { FakeServices } from './fake-services.suite.js';
import { messageEntry } from './views.suite.js';

export class FakeRoom {
  readonly questionId = uuidv7();
  readonly entries: RoomEntryView[] = [];
  entriesPerAnswer = 500;
  isGone = false;
  /** True while a hiding has begun but has taken no number yet. */
  isHiding = false;
  /** The number of a message that was hidden after the read of the head. The head does not report this hiding. */
  hidden: number | null = null;
  /** Accounts that may see the room of the pending question. Null means everyone. */
  seenBy: readonly string[] | null = null;

  constructor(private readonly services: FakeServices) {
    services.on(contentRpc.roomHeads, ({ questionIds, withWaiting }) => ({
      rooms: questionIds.includes(this.questionId) && !this.isGone && (withWaiting || !this.seenBy) ? [this.#head] : [],
    }));
    services.on(contentRpc.roomEntries, ({ questionId, after }) => {
      const isOther = questionId !== this.questionId;
      if (isOther || after > this.lastNumber) throw new Refusal(isOther ? 'not_found' : 'invalid_input');
      const entries = this.entries.slice(after, after + this.entriesPerAnswer).map((one) => this.#withoutHidden(one));
      return { ...this.#head, entries, to: after + entries.length, isHiding: this.hidden !== null };
    });
    services.on(contentRpc.ownOnPage, ({ questionId }, { accountId }) => {
      const isSeen = !this.seenBy || (accountId !== null && this.seenBy.includes(accountId));
      if (questionId !== this.questionId || !isSeen) throw new Refusal('not_found');
      const page = { lastNumber: this.lastNumber, isHiding: false, isApproved: this.seenBy === null };
      return { ...page, question: null, replies: [], pinnedReply: null };
    });
  }

  get #head() {
    const { questionId, lastNumber, replyCount, isHiding } = this;
    return { questionId, lastNumber, replyCount, isHiding, isWaiting: this.seenBy !== null };
  }

  #withoutHidden(entry: RoomEntryView): RoomEntryView {
    if (entry.number !== this.hidden || entry.entry !== 'reply') return entry;
    return { number: entry.number, entry: 'removed', replyId: entry.reply.id };
  }

  get lastNumber(): number {
    return this.entries.length;
  }

  get replyCount(): number {
    return this.entries.filter(({ entry }) => entry === 'reply').length;
  }

  /** Adds messages to the room. If `publish` is false, their live messages are lost. */
  say(count: number, { publish = true, ...changes }: { publish?: boolean } & Partial<ReplyView> = {}): void {
    const { questionId, lastNumber } = this;
    this.add(
      Array.from({ length: count }, (_, at) => messageEntry(questionId, lastNumber + 1 + at, changes)),
      publish,
    );
  }

  add(entries: readonly RoomEntryView[], publish = true): void {
    this.entries.push(...entries);
    if (publish) this.publish(entries);
  }

  approve(): void {
    this.seenBy = null;
    this.add([{ number: this.lastNumber + 1, entry: 'approved' }]);
  }

  /** Turns the message into a tombstone with the same number. The removal takes the next number. */
  remove(number: number): void {
    const message = this.entries[number - 1];
    if (message?.entry !== 'reply') throw new Error(`${number} is no message`);
    const replyId = message.reply.id;
    this.entries[number - 1] = { number, entry: 'removed', replyId };
    this.add([{ number: this.lastNumber + 1, entry: 'removed', replyId }]);
  }

  vanish(): void {
    this.isGone = true;
    this.publish([], { replyCount: 0, isGone: true });
  }

  publish(entries: readonly RoomEntryView[], more: object = {}): void {
    const { questionId, replyCount } = this;
    this.services.live(liveSubjects.room(questionId), { questionId, replyCount, entries, ...more });
  }
}
