import { use } from 'react';
import { soundTexts } from '../texts/content.ts';
import { copyWords } from '../toast/copy-words.ts';
import { ShareIcon } from '../ui/card-icons.tsx';
import { ContentName } from '../ui/content-name.ts';

export function ShareButton({ path, className, size }: { path: string; className: string; size?: number }) {
  const copy = async () => {
    const link = new URL(path, window.location.origin).href;
    await copyWords(link, { done: soundTexts.linkCopied, byHand: soundTexts.linkByHand });
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={soundTexts.share}
      aria-describedby={use(ContentName)}
      onClick={copy}
    >
      <ShareIcon size={size} />
    </button>
  );
}
