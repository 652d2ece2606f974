import { type TextRow, uuidv7, viewsWithinAnswer } from '@hearsay/service-runtime';

/** Gives words a new id. Returns null or undefined unchanged. */
export function newText(words: string): TextRow;
export function newText<None extends null | undefined>(words: string | None): TextRow | None;
export function newText(words: string | null | undefined) {
  return typeof words === 'string' ? { id: uuidv7(), words } : words;
}

export const wordsOf = ({ title, description }: { readonly title: string; readonly description: string | null }) =>
  title + (description ?? '');

/** The first views that fit into one message. `to` is the index in `ids` at which the next page begins. */
export const fittingViews = <View>(
  ids: readonly string[],
  views: readonly View[],
  idOf: (view: View) => string,
  wordsIn: (view: View) => string | null,
): { kept: View[]; to: number } => {
  const kept = viewsWithinAnswer(views, wordsIn);
  const next = views[kept.length];
  return { kept, to: next ? ids.indexOf(idOf(next)) : ids.length };
};
