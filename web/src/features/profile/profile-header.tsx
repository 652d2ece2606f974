import type { Profile } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { useFollow } from '../../shared/follows/use-follow.ts';
import { shownTitle } from '../../shared/people/account-type.ts';
import { gradientCss } from '../../shared/people/gradients.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { linkTarget } from '../../shared/people/profile-link.ts';
import { lastSentAsk, receiptFor, receiptPath } from '../../shared/receipts/receipts.ts';
import { useUser } from '../../shared/session/session.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { publishTexts } from '../../shared/texts/publish.ts';
import { receiptTexts } from '../../shared/texts/receipts.ts';
import { Button, LinkButton, TextButton } from '../../shared/ui/button.tsx';
import { openDialog } from '../../shared/ui/dialog-store.ts';
import { FollowedIcon, FollowIcon, GearIcon, UploadIcon } from '../../shared/ui/icons.tsx';
import { NextLevelBar, TopLevelHairline } from '../../shared/ui/level-bar.tsx';
import { Avatar, LevelTag, Username } from '../../shared/ui/person.tsx';
import { WindowTitle } from '../../shared/ui/states.tsx';
import { InvitationLine, OwnInvitation } from './invitation.tsx';
import { MuteNote } from './mute-note.tsx';
import { ProfileMenu } from './profile-menu.tsx';

const texts = peopleTexts.profile;

const OWN_LINKS = [
  { to: '/create?type=podcast', label: publishTexts.heading, icon: <UploadIcon /> },
  { to: '/settings', label: texts.settings, icon: <GearIcon /> },
];

interface ProfileHeaderProps {
  readonly user: Profile['user'];
  readonly isOwn: boolean;
  readonly viewerId: string | null;
}

export function ProfileHeader({ user, isOwn, viewerId }: ProfileHeaderProps) {
  const title = shownTitle(user);
  const viewer = useUser();
  const bar = (
    <>
      <NextLevelBar xp={user.xp} />
      <TopLevelHairline xp={user.xp} />
    </>
  );
  return (
    <header className="px-3 pt-3">
      <WindowTitle>{frameTexts.windowTitle(`@${user.username}`)}</WindowTitle>
      <div className="profile-banner" style={{ backgroundImage: gradientCss(user.gradientColors, 105) }} />
      <div className="relative -mt-14 flex items-start justify-between gap-3 pl-3">
        <span className="flex-none rounded-pill bg-ink p-1.5">
          <Avatar user={user} size={96} />
        </span>
        {/* The margin starts these links below the banner at any text size. */}
        <div className="mt-16 flex min-w-0 items-center gap-2">
          {isOwn &&
            OWN_LINKS.map(({ to, label, icon }) => (
              <Link
                key={to}
                to={to}
                aria-label={label}
                className="grid size-12 place-items-center rounded-control border border-line bg-surface text-text"
              >
                {icon}
              </Link>
            ))}
          {!isOwn && viewer && <ProfileMenu user={user} isByAmbassador={viewer.isAmbassador} />}
          {!isOwn && viewerId && <FollowButton userId={user.id} viewerId={viewerId} />}
        </div>
      </div>
      <div className="px-1 pt-3">
        <h1 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[1.875rem] leading-tight font-extrabold [font-stretch:88%]">
          <span className="min-w-0">
            <Username name={user.username} />
          </span>
          <LevelTag badge={user.badge} level={user.level} namesFirstLevel />
          {title && (
            <span className="rounded-tag bg-whisper-tint px-[7px] py-1 font-display text-[0.71875rem] leading-none font-bold tracking-normal text-whisper [font-stretch:100%]">
              {title}
            </span>
          )}
        </h1>
        {isOwn ? <OwnInvitation user={user} /> : user.invitation !== null && <InvitationLine words={user.invitation} />}
        {!isOwn && <MuteNote user={user} />}
        {user.profileLink && <ProfileLink link={user.profileLink} />}
        <p className="pt-1 text-sm text-soft">{`${texts.followers(user.followerCount)} · ${texts.following(user.followingCount)}`}</p>
        <div className="pt-4">
          {isOwn ? (
            <Link to="/xp-stats" className="block rounded-control">
              <span className="sr-only">{texts.levelLink}</span>
              {bar}
            </Link>
          ) : (
            bar
          )}
        </div>
        {!isOwn && user.canAsk && <AskButton user={user} isSignedIn={viewerId !== null} />}
      </div>
    </header>
  );
}

function ProfileLink({ link }: { link: string }) {
  const target = linkTarget(link);
  return (
    <p dir="auto" className="pt-0.5 text-soft">
      {target ? (
        <a
          href={target}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="inline-block py-1 underline underline-offset-4"
        >
          {link.replace(/^https?:\/\//i, '')}
        </a>
      ) : (
        link
      )}
    </p>
  );
}

function AskButton({ user, isSignedIn }: { user: Profile['user']; isSignedIn: boolean }) {
  const sent = useSyncExternalStore(lastSentAsk.subscribe, lastSentAsk.get);
  if (isSignedIn) {
    return (
      <LinkButton to={`/create?targetUser=${encodeURIComponent(user.username)}&type=question`} className="mt-4 w-full">
        {texts.askQuestion}
      </LinkButton>
    );
  }
  if (sent?.targetUserId === user.id) return <AskSentCard receipt={sent.receipt} />;
  const { id, username } = user;
  const earlier = receiptFor(id);
  return (
    <>
      <Button className="mt-4 w-full" onClick={() => openDialog({ kind: 'ask', target: { id, username } })}>
        {texts.askQuestion}
      </Button>
      {earlier !== null && (
        <Link
          to={receiptPath(earlier)}
          className="inline-block py-[11px] text-sm font-semibold text-text underline underline-offset-4"
        >
          {receiptTexts.seeEarlier}
        </Link>
      )}
    </>
  );
}

/** Takes the place of the Ask button once a guest has asked. */
function AskSentCard({ receipt }: { receipt: string }) {
  const { pathname, search } = useLocation();
  return (
    <section className="card mt-4">
      <p className="font-semibold">{receiptTexts.sent}</p>
      <div className="flex flex-wrap gap-2.5 pt-4">
        <LinkButton to="/register" state={{ from: pathname + search }} className="flex-[1_1_11rem]">
          {receiptTexts.account}
        </LinkButton>
        <LinkButton to={receiptPath(receipt)} weight="quiet" className="flex-[1_1_11rem]">
          {receiptTexts.see}
        </LinkButton>
      </div>
    </section>
  );
}

function FollowButton({ userId, viewerId }: { userId: string; viewerId: string }) {
  const { data, isError, refetch } = useQuery(personQueries.following(userId, viewerId));
  const follow = useFollow(userId, viewerId);
  const isFollowing = data?.isFollowing ?? false;
  if (!data && isError) {
    return (
      <p
        role="alert"
        className="flex min-h-12 flex-wrap items-center justify-end gap-x-2 rounded-control border border-line bg-surface px-3 text-sm text-soft"
      >
        <span>{peopleTexts.reads.following}</span>
        <TextButton onClick={() => refetch()}>{frameTexts.tryAgain}</TextButton>
      </p>
    );
  }
  return (
    <button
      type="button"
      aria-label={isFollowing ? texts.unfollow : texts.follow}
      disabled={!data || follow.isPending}
      onClick={() => follow.mutate(!isFollowing)}
      className={`grid size-12 place-items-center rounded-control border transition-colors ${isFollowing ? 'border-line bg-air-tint text-air' : 'border-transparent bg-air text-air-ink'}`}
    >
      {isFollowing ? <FollowedIcon /> : <FollowIcon />}
    </button>
  );
}
