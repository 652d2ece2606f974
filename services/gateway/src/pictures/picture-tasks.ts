import type { Question } from '@hearsay/contracts';

/** What a visitor may see of a question, as far as its share picture shows it. */
export type PreviewedQuestion = Pick<Question, 'title' | 'isRevealed' | 'revealCount' | 'replyBoostThreshold'>;

export type PictureTask = { readonly squaresOf: Uint8Array } | { readonly previewOf: PreviewedQuestion };

/** A profile picture in its two sizes, as WebP. */
export interface Squares {
  readonly large: Uint8Array;
  readonly small: Uint8Array;
}

export type PictureAnswer =
  | { readonly squares: Squares }
  | { readonly preview: Uint8Array }
  | { readonly refused: { readonly code: 'unsupported_media' | 'too_large'; readonly text: string } };

/** Sent by the child process: first that it is ready, then one answer for each task. */
export type PictureMessage = 'ready' | PictureAnswer;
