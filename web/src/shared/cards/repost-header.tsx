import type { RepostData } from '@hearsay/contracts';
import { Link } from 'react-router';
import { contentTexts } from '../texts/content.ts';
import { cardTime } from '../time/card-time.ts';
import { useNow } from '../time/use-now.ts';
import { RepostIcon } from '../ui/card-icons.tsx';
import { ClampedWords } from '../words/clamped-words.tsx';

export default function RepostHeader({ id, repost }: { id: string; repost: RepostData }) {
  const now = useNow();
  return (
    <div className="mb-3 border-b border-line pb-3">
      <p id={id} className="flex flex-wrap items-center gap-x-1.5 text-[0.844rem] text-soft">
        <RepostIcon size={16} />
        <Link to={`/@${encodeURIComponent(repost.reposterUsername)}`} className="font-semibold text-text">
          {repost.reposterUsername}
        </Link>
        <span>{contentTexts.reposted}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={repost.repostCreatedAt}>{cardTime(repost.repostCreatedAt, now)}</time>
      </p>
      {repost.repostText && <ClampedWords words={repost.repostText} lines={4} className="mt-1.5 whitespace-pre-wrap" />}
    </div>
  );
}
