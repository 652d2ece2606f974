import { soundTexts } from '../texts/content.ts';
import { openDialog } from '../ui/dialog-store.ts';
import { toast } from './toast.ts';

/** Shows the words in a field if the browser refuses the clipboard, as on plain http or without permission. */
export async function copyWords(words: string, { done, byHand }: { done: string; byHand: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    toast.good(done);
  } catch {
    openDialog({ kind: 'copy', title: byHand, words });
  }
}

const linkTo = (path: string): string => new URL(path, window.location.origin).href;

const copyLink = (path: string): Promise<void> =>
  copyWords(linkTo(path), { done: soundTexts.linkCopied, byHand: soundTexts.linkByHand });

/** Errors of `navigator.share` if the user closed the share sheet, or the sheet is already open. */
const IGNORED_SHARE_ERRORS = new Set(['AbortError', 'InvalidStateError']);

/** Browsers open the sheet only within some seconds after the tap, so the picture must load faster. */
const PICTURE_WITHIN_MS = 1500;

/** @returns the picture, or nothing if the system shares no files or the picture does not load in time */
async function filesOf(picture: string): Promise<{ files?: File[] }> {
  const name = ['hearsay.png', { type: 'image/png' }] as const;
  if (!navigator.canShare?.({ files: [new File([], ...name)] })) return {};
  try {
    const answer = await fetch(picture, { signal: AbortSignal.timeout(PICTURE_WITHIN_MS) });
    return answer.ok ? { files: [new File([await answer.blob()], ...name)] } : {};
  } catch {
    return {};
  }
}

export interface SharedLink {
  readonly path: string;
  readonly title?: string;
  /** Path of the preview picture. */
  readonly picture: string;
}

export const questionLink = ({ id, title }: { readonly id: string; readonly title: string }): SharedLink => ({
  path: `/question/${id}`,
  title,
  picture: `/previews/${id}.png`,
});

/** Opens the system's share sheet if there is one, else copies the link. */
export async function shareLink({ path, title, picture }: SharedLink): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(path);
  try {
    await navigator.share({ ...(title !== undefined && { title }), url: linkTo(path), ...(await filesOf(picture)) });
  } catch (error) {
    if (!(error instanceof DOMException && IGNORED_SHARE_ERRORS.has(error.name))) await copyLink(path);
  }
}
