import { beginning, type ContentPreview, limits } from '@hearsay/contracts';

/** The words that were reported, at most 100 characters of them; null where none are open. */
export function previewOf({ title, content, description }: ContentPreview): string | null {
  const words = title ?? content ?? description;
  if (!words || words.length <= limits.reportPreview) return words || null;
  return `${beginning(words, limits.reportPreview)}…`;
}
