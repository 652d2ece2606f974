import {
  type Discussion,
  isolateDirection,
  type Podcast,
  type Question,
  shortenText,
  type User,
} from '@hearsay/contracts';

export interface PageHead {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The path of a preview image of 1200 × 630 pixels. */
  readonly image: string;
  readonly type: 'article' | 'profile' | 'music.song';
}

const maxLetters = 200;
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Without a folder for questions, because crawlers keep their old addresses, which had none. */
const previewPath = (id: string, folder = ''): string => `/previews/${folder}${id}.png`;

/** Takes a question as a visitor (not signed in) sees it, without locked words and anonymous authors. */
export const headOfQuestion = ({
  id,
  title,
  description,
  creatorUsername,
  isRevealed,
  ...counts
}: Question): PageHead => {
  const left = Math.max(1, counts.replyBoostThreshold - counts.revealCount);
  const locked = `${counted(left, 'more boost', 'more boosts')} and everyone hears it.`;
  const said = `${counted(counts.boostCount, 'boost', 'boosts')}, ${counted(counts.discussionCount, 'reply', 'replies')}.`;
  const asker = creatorUsername === null ? 'Asked anonymously' : `Asked by ${isolateDirection(creatorUsername)}`;
  const words = isRevealed ? (description ?? said) : locked;
  const shown = shortenText(`${asker}. ${words}`, maxLetters);
  return {
    path: `/questions/${id}`,
    title,
    description: shown,
    image: previewPath(id),
    type: 'article',
  };
};

export const headOfReply = ({ id, user, content }: Discussion, question: Question): PageHead => {
  const head = { ...headOfQuestion(question), path: `/reply/${id}` };
  if (!content) return head;
  const author = user === null ? 'An anonymous reply' : `A reply by ${isolateDirection(user.username)}`;
  return { ...head, description: shortenText(`${author}. ${content}`, maxLetters) };
};

export const headOfPerson = ({ id, username, level, followerCount }: User): PageHead => ({
  path: `/@${encodeURIComponent(username)}`,
  title: username,
  description: `Level ${level} on Hearsay, ${counted(followerCount, 'follower', 'followers')}.`,
  image: previewPath(id, 'users/'),
  type: 'profile',
});

export const headOfPodcast = ({ id, title, description, creator }: Podcast): PageHead => ({
  path: `/podcasts/${id}`,
  title,
  description: shortenText(
    `An episode by ${isolateDirection(creator.username)}.${description === null ? '' : ` ${description}`}`,
    maxLetters,
  ),
  image: previewPath(id, 'podcasts/'),
  type: 'music.song',
});
