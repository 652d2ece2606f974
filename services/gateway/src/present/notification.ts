import {
  type ContentType,
  isolateDirection,
  Notification,
  type NotificationView,
  shortenText,
} from '@hearsay/contracts';
import { levelByNumber } from '@hearsay/game-rules';
import type { Cards } from './content.js';
import { pickPublicFields } from './pick.js';

/** Maximum length of a title, so that a message fits on the screen of a phone. */
const titleLength = 80;

const yours: Readonly<Record<ContentType, string>> = {
  question: 'Your question',
  discussion: 'Your reply',
  podcast: 'Your episode',
};

const reported: Readonly<Record<ContentType, string>> = {
  question: 'The question',
  discussion: 'A reply',
  podcast: 'The episode',
};

type Notified = Pick<NotificationView, 'kind' | 'contentType' | 'count' | 'level' | 'actorId'>;

const quoted = (title: string): string => `“${isolateDirection(shortenText(title, titleLength))}”`;

const repliesTo = (where: string, { count, actorId }: Notified): string => {
  if (count > 1) return `${count} new replies to ${where}`;
  return actorId === null ? `Someone replied to ${where}` : `New reply to ${where}`;
};

/**
 * The sentence of a notification, without the actor's name. `title` is null if the content is gone or its title could
 * not be read. `isGone` is true if the recipient can no longer see the content.
 */
export const notificationMessage = (view: Notified, title: string | null, isGone = false): string => {
  const named = title === null ? '' : ` ${quoted(title)}`;
  const titled = (whats: Readonly<Record<ContentType, string>>) =>
    whats[view.contentType === null || view.contentType === 'role' ? 'question' : view.contentType] +
    (view.contentType === 'discussion' && title !== null ? ' under' : '') +
    named;
  switch (view.kind) {
    case 'boost':
      return `${titled(yours)} got ${view.count === 1 ? 'a boost' : `${view.count} boosts`}`;
    case 'comment':
      return repliesTo(`your question${named}`, view);
    case 'reply':
      return repliesTo(`your message${named && ` under${named}`}`, view);
    case 'reveal':
      return `Your question${named} reached its boosts and is open to everyone now`;
    case 'opening':
      return `It is open${named && `:${named}`}. ${view.count === 1 ? 'You boosted it.' : `You were one of ${view.count}.`}`;
    case 'heard':
      return `It is open${named && `:${named}`}. You watch it.`;
    case 'asked':
      if (title === null)
        return view.actorId === null ? 'Someone asked you a question anonymously' : 'You were asked a question';
      return view.actorId === null ? `Someone asked you anonymously:${named}` : `You were asked:${named}`;
    case 'approved':
      return `Your question${named} was approved${view.contentType === 'discussion' ? ' and answered' : ''}`;
    case 'answered':
      return `Your question was answered in ${title === null ? 'an episode' : `the episode${named}`}`;
    case 'watched-answered':
      return `A question you watch was answered in ${title === null ? 'an episode' : `the episode${named}`}`;
    case 'repost':
      return `${titled(yours)} was reposted`;
    case 'follow':
      return 'You have a new follower';
    case 'report':
      return view.contentType === null ? 'A person was reported' : `${titled(reported)} was reported`;
    case 'report-resolved': {
      const of = view.contentType === 'discussion' ? ' of a reply under' : ' of';
      const gone = isGone ? ' of something since removed' : '';
      return `Your report${title === null ? gone : `${of}${named}`} was resolved. Thank you for helping keep our community safe`;
    }
    case 'wipe':
      return 'An ambassador has removed your content';
    case 'wipe-undone':
      return 'Your content is back';
    case 'role':
      return 'You are an ambassador now. See what you can do';
    case 'level-up':
      return `You reached level ${view.level ?? 1}: ${levelByNumber(view.level ?? 1).title}`;
  }
};

/** The content whose title a notification shows: an episode, a question, or the question of a reply. */
export type TitledContent = { readonly contentType: 'question' | 'podcast'; readonly id: string };

/** Null if the notification is not about content. */
export const titledContentOf = ({ contentType, contentId, questionId }: NotificationView): TitledContent | null => {
  if (contentType === 'podcast') return contentId === null ? null : { contentType, id: contentId };
  const id = contentType === 'question' ? contentId : questionId;
  return id === null ? null : { contentType: 'question', id };
};

/** In `titles`, null means that the content is gone. A title that could not be read is missing. */
export const presentNotification = (
  view: NotificationView,
  cards: Cards,
  titles: ReadonlyMap<string, string | null>,
): Notification => {
  const about = titledContentOf(view);
  const known = about ? titles.get(about.id) : undefined;
  const title = known ?? null;
  return {
    ...pickPublicFields(Notification, view),
    message: notificationMessage(view, title, known === null),
    actor: (view.actorId && cards.get(view.actorId)) || null,
    title,
  };
};
