import type { Podcast, RepostData } from '@hearsay/contracts';
import clsx from 'clsx';
import { use, useId } from 'react';
import { Link } from 'react-router';
import { BoostButton } from '../boosts/boost-button.tsx';
import { useBoostControl } from '../boosts/use-boost-control.ts';
import { AudioPlayer } from '../player/audio-player.tsx';
import { VideoPlayer } from '../player/video-player.tsx';
import { RepostButton } from '../reposts/repost-button.tsx';
import { contentTexts } from '../texts/content.ts';
import { cardTime } from '../time/card-time.ts';
import { toast } from '../toast/toast.ts';
import { ChatIcon } from '../ui/card-icons.tsx';
import { ContentNameContext } from '../ui/content-name.ts';
import { RollingCount } from '../ui/rolling-count.tsx';
import { LinkedWords } from '../words/linked-words.tsx';
import { actButtonClass, Byline, ContentCard, moreButtonClass } from './content-card.tsx';
import { ContentMenu } from './content-menu.tsx';
import { ShareButton } from './share-button.tsx';

export const BOOST_ANIMATION_MS = { up: 800, down: 400 };

interface PodcastCardProps {
  readonly podcast: Podcast;
  readonly repost?: RepostData | null;
  readonly isOwnPage?: boolean;
  readonly onGone?: () => void;
}

export default function PodcastCard({ podcast, repost = null, isOwnPage = false, onGone }: PodcastCardProps) {
  const item = { contentType: 'podcast', contentId: podcast.id } as const;
  const control = useBoostControl(item, {
    knownCount: podcast.boostCount,
    isBatched: !isOwnPage,
    play: BOOST_ANIMATION_MS,
    earns: !podcast.isMine,
  });
  const titleId = useId();
  const player = { podcast, repostedBy: repost?.reposterUsername };
  return (
    <ContentCard nameIds={titleId} repost={repost} onBoost={control.toggle}>
      <Byline
        author={podcast.creator}
        isAnonymous={false}
        isMine={podcast.isMine}
        createdAt={podcast.createdAt}
        label={cardTime}
        isEdited={podcast.isEdited}
      >
        <ContentMenu
          item={item}
          kind="podcast"
          content={podcast}
          person={podcast.creator}
          isOwnPage={isOwnPage}
          repost={repost}
          className={moreButtonClass}
          onRemoved={onGone}
        />
      </Byline>
      <h2
        id={titleId}
        dir="auto"
        className={clsx('mt-3 font-bold', isOwnPage ? 'text-[1.5625rem]' : 'text-[1.375rem]')}
      >
        {isOwnPage ? podcast.title : <Link to={`/podcasts/${podcast.id}`}>{podcast.title}</Link>}
      </h2>
      {podcast.description && (
        <LinkedWords
          words={podcast.description}
          className={clsx('mt-1.5 whitespace-pre-line text-soft', !isOwnPage && 'line-clamp-4')}
        />
      )}
      <div className="mt-3">
        {podcast.mediaType === 'video' ? <VideoPlayer {...player} /> : <AudioPlayer {...player} />}
      </div>
      <div className="acts mt-3">
        <BoostButton control={control} />
        <Comments count={podcast.commentCount} />
        <RepostButton item={item} knownCount={podcast.repostCount} isBatched={!isOwnPage} className={actButtonClass} />
        <ShareButton
          path={`/podcast/${podcast.id}`}
          title={podcast.title}
          picture={`/previews/podcasts/${podcast.id}.png`}
          className={actButtonClass}
          size={21}
        />
      </div>
    </ContentCard>
  );
}

function Comments({ count }: { count: number }) {
  return (
    <span className={`${actButtonClass} relative`}>
      <ChatIcon size={21} />
      <RollingCount value={count} />
      <button
        type="button"
        aria-label={contentTexts.comments(count)}
        aria-describedby={use(ContentNameContext)}
        onClick={() => toast.good(contentTexts.commentsLater)}
        className="absolute inset-0 rounded-control"
      />
    </span>
  );
}
