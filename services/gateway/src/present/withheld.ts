interface Authored {
  readonly isAnonymous: boolean;
  readonly isMine: boolean;
  readonly isRevealed: boolean;
}

/** The id that may be shown as author: none on an anonymous post, whoever looks. */
export const shownAuthor = (post: Authored, authorId: string | null): string | null =>
  post.isAnonymous ? null : authorId;

/** The words that may be shown: locked ones to their own author only. */
export const shownWords = (post: Authored, words: string | null): string | null =>
  post.isRevealed || post.isMine ? words : null;
