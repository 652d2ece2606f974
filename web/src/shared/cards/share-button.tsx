import { use } from 'react';
import { soundTexts } from '../texts/content.ts';
import { copyLink } from '../toast/copy-words.ts';
import { ShareIcon } from '../ui/card-icons.tsx';
import { ContentName } from '../ui/content-name.ts';

export function ShareButton({ path, className, size }: { path: string; className: string; size?: number }) {
  return (
    <button
      type="button"
      className={className}
      aria-label={soundTexts.share}
      aria-describedby={use(ContentName)}
      onClick={() => copyLink(path)}
    >
      <ShareIcon size={size} />
    </button>
  );
}
