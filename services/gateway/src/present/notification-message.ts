import type { ContentType, NotificationView } from '@hearsay/contracts';
import { levelRow } from '@hearsay/game-rules';

/** A longer title is cut: a sentence has to fit on a phone. */
const titleLength = 80;

const yours: Readonly<Record<ContentType, string>> = { question: 'Your question', discussion: 'Your reply', podcast: 'Your episode' };

type Told = Pick<NotificationView, 'kind' | 'contentType' | 'count' | 'level' | 'actorId'>;

const quoted = (title: string): string => `“${title.length > titleLength ? `${title.slice(0, titleLength - 1).trimEnd()}…` : title}”`;

const repliesTo = (place: string, { count, actorId }: Told): string => {
  if (count > 1) return `${count} new replies to ${place}`;
  return actorId === null ? `Someone replied to ${place}` : `New reply to ${place}`;
};

/**
 * A whole sentence that says what it is about and needs no name: the actor is shown beside it, and may be nobody. Without `title` (what it
 * is about has gone, or cannot be reached) it is still one.
 */
export const messageOf = (view: Told, title: string | null): string => {
  const named = title === null ? '' : ` ${quoted(title)}`;
  switch (view.kind) {
    case 'boost': {
      const boosts = view.count === 1 ? 'a boost' : `${view.count} boosts`;
      const what = yours[view.contentType ?? 'question'];
      return view.contentType === 'discussion' && title !== null ? `${what} under${named} got ${boosts}` : `${what}${named} got ${boosts}`;
    }
    case 'comment':
      return repliesTo(`your question${named}`, view);
    case 'reply':
      return repliesTo(`your message${named && ` under${named}`}`, view);
    case 'reveal':
      return `Your question${named} reached its boosts and is open to everyone now`;
    case 'level-up':
      return `You reached level ${view.level ?? 1}: ${levelRow(view.level ?? 1).title}`;
  }
};
