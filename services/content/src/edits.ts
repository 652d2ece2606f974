import type { TextRow } from '@hearsay/service-runtime';

interface Words {
  readonly title: TextRow;
  readonly description: TextRow | null;
}

/** Ids for the event and rows for `texts`. */
export const newTextRows = ({ title, description }: Words) => ({
  ids: { titleTextId: title.id, descriptionTextId: description?.id ?? null },
  texts: description ? [title, description] : [title],
});

/** An undefined field keeps its words. Null removes the description. */
export interface EditedWords {
  readonly title: TextRow | undefined;
  readonly description: TextRow | null | undefined;
}

interface TextIds {
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
}

/** The text ids after the edit, and the rows to add to and to erase from `texts`. Null if the edit changes nothing. */
export const editedTextRows = (before: TextIds, { title, description }: EditedWords) => {
  const isSame = title === undefined && (description === undefined || description === before.descriptionTextId);
  if (isSame) return null;
  const ids: TextIds = {
    titleTextId: title?.id ?? before.titleTextId,
    descriptionTextId: description === undefined ? before.descriptionTextId : (description?.id ?? null),
  };
  const kept = Object.values(ids);
  const texts = [title, description].filter((text) => text !== undefined && text !== null);
  const replaced = [before.titleTextId, before.descriptionTextId].filter((id) => id !== null && !kept.includes(id));
  return { ids, rows: { texts, erasedTexts: replaced.map((id) => ({ id })) } };
};
