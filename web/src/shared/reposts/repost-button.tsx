import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { use, useEffect, useEffectEvent } from 'react';
import { loadCode } from '../errors/new-build.ts';
import { useUserId } from '../session/session.ts';
import { takeUnfinishedAct } from '../session/unfinished-act.ts';
import { contentTexts } from '../texts/content.ts';
import { useOneActAtATime } from '../toast/use-one-act-at-a-time.ts';
import { RepostIcon } from '../ui/card-icons.tsx';
import { ContentNameContext } from '../ui/content-name.ts';
import { askToConfirm, openDialog } from '../ui/dialog-store.ts';
import { RollingCount } from '../ui/rolling-count.tsx';
import { repostQueries } from './repost.queries.ts';

interface RepostButtonProps {
  readonly item: ContentRef;
  readonly knownCount: number;
  readonly isBatched: boolean;
  readonly className: string;
  readonly size?: number;
}

export function RepostButton({ item, knownCount, isBatched, className, size = 21 }: RepostButtonProps) {
  const userId = useUserId();
  const { data } = useQuery({ ...repostQueries.status(item, userId ?? ''), enabled: userId !== null && !isBatched });
  const client = useQueryClient();
  const once = useOneActAtATime();
  const { hasReposted, repostCount } = data ?? { hasReposted: false, repostCount: knownCount };

  const press = once(async () => {
    if (userId === null) openDialog({ kind: 'join', act: 'repost', item, missing: 0 });
    else if (!hasReposted) openDialog({ kind: 'repost', item });
    else if (await askToConfirm(contentTexts.undoRepost.title, contentTexts.undoRepost.verb)) {
      const { undoRepost } = await loadCode(() => import('./repost-acts.ts'));
      await undoRepost(client, item, userId);
    }
  });

  const repostIfKept = useEffectEvent(() => {
    if (takeUnfinishedAct('repost', item.contentId) && !hasReposted) openDialog({ kind: 'repost', item });
  });
  useEffect(() => {
    if (userId !== null) repostIfKept();
  }, [userId]);

  return (
    <span className={clsx(className, 'relative', hasReposted && 'text-air')}>
      <RepostIcon size={size} />
      <RollingCount value={repostCount} />
      <button
        type="button"
        aria-label={contentTexts.repost}
        aria-describedby={use(ContentNameContext)}
        aria-pressed={hasReposted}
        onClick={press}
        className="absolute inset-0 rounded-control"
      />
      <span className="sr-only">{contentTexts.reposts(repostCount)}</span>
    </span>
  );
}
