import type { ContentType, EventData, Notified } from '@hearsay/contracts';
import { levelRow } from '@hearsay/game-rules';

export type NotificationKind = EventData<typeof Notified>['kind'];

interface NotificationFacts {
  readonly kind: NotificationKind;
  readonly contentType: ContentType | null;
  readonly count: number;
  readonly level: number | null;
  readonly actorId: string | null;
}

const yours: Readonly<Record<ContentType, string>> = { question: 'Your question', discussion: 'Your reply', podcast: 'Your episode' };

/** A whole sentence that needs no name: the actor is shown beside it, and may be nobody. */
export const messageOf = ({ kind, contentType, count, level, actorId }: NotificationFacts): string => {
  switch (kind) {
    case 'boost':
      return `${yours[contentType ?? 'question']} got ${count === 1 ? 'a boost' : `${count} boosts`}`;
    case 'comment':
      return actorId === null ? 'Someone replied to your question' : 'New reply to your question';
    case 'reply':
      return actorId === null ? 'Someone replied to your message' : 'New reply to your message';
    case 'reveal':
      return 'Your question reached its boosts and is open to everyone now';
    case 'level-up':
      return `You reached level ${level ?? 1}: ${levelRow(level ?? 1).title}`;
  }
};
