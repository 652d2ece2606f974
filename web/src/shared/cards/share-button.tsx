import { use } from 'react';
import { soundTexts } from '../texts/content.ts';
import { type SharedLink, shareLink } from '../toast/copy-words.ts';
import { ShareIcon } from '../ui/card-icons.tsx';
import { ContentNameContext } from '../ui/content-name.ts';

interface ShareButtonProps extends SharedLink {
  readonly className: string;
  readonly size?: number;
}

export function ShareButton({ className, size, ...link }: ShareButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={soundTexts.share}
      aria-describedby={use(ContentNameContext)}
      onClick={() => shareLink(link)}
    >
      <ShareIcon size={size} />
    </button>
  );
}
