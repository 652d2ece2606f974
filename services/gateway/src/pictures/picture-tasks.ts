import type { Question } from '@hearsay/contracts';

export type PreviewedQuestion = Pick<Question, 'title' | 'isRevealed' | 'revealCount' | 'replyBoostThreshold'>;

export type PictureTask = { readonly squaresOf: Uint8Array } | { readonly previewOf: PreviewedQuestion };

export interface Squares {
  readonly large: Uint8Array;
  readonly small: Uint8Array;
}

export type PictureAnswer =
  | { readonly squares: Squares }
  | { readonly preview: Uint8Array }
  | { readonly refused: { readonly code: 'unsupported_media' | 'too_large'; readonly text: string } };

export type PictureMessage = 'ready' | PictureAnswer;
