import { soundTexts } from '../texts/sound.ts';
import { toast } from '../toast/toast.ts';
import { ShareIcon } from './card-icons.tsx';

interface ShareButtonProps {
  /** Path of the shared link, such as `/question/{id}`; the copied link is absolute. */
  readonly path: string;
  readonly className: string;
  readonly size?: number;
}

export function ShareButton({ path, className, size }: ShareButtonProps) {
  const copy = async () => {
    const link = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      toast.good(soundTexts.linkCopied);
    } catch {
      // The browser refuses the clipboard: the link itself can still be selected.
      toast.bad(soundTexts.linkFailed, link);
    }
  };
  return (
    <button type="button" className={className} aria-label={soundTexts.share} onClick={copy}>
      <ShareIcon size={size} />
    </button>
  );
}
