import { Id } from '@hearsay/contracts';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../shared/api/api-client.ts';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUserId } from '../../shared/session/session.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState, FailedState, LoadingState, NotFoundState, PageTitle } from '../../shared/ui/states.tsx';
import { ProfileView } from './profile-view.tsx';

const texts = peopleTexts.profile;

/** `/@name`, `/profile/{id or name}`, or `/profile` for the own profile. Other single segments are not found. */
export default function ProfilePage() {
  const { user, handle } = usePageParams();
  const ownId = useUserId() ?? '';
  if (handle !== undefined && !/^@./.test(handle)) return <NotFoundState {...frameTexts.notFound} />;
  if (handle !== undefined) return <ProfileByName username={handle.slice(1)} />;
  const id = Id.safeParse(user ?? ownId);
  if (user !== undefined && !id.success) return <ProfileByName username={user} />;
  return <ProfileById userId={id.success ? id.data : ownId} />;
}

function ProfileByName({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(personQueries.named(username));
  if (data) return <ProfileById userId={data.id} />;
  return <NotShown error={error} onRetry={refetch} />;
}

function ProfileById({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(personQueries.profile(userId));
  usePrefetchQuery(personQueries.recent(userId));
  if (data) return <ProfileView key={userId} profile={data} />;
  return <NotShown error={error} onRetry={refetch} />;
}

function NotShown({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (!isNotFound(error)) {
    return (
      <>
        <PageTitle size="small">{frameTexts.prompts.profile.title}</PageTitle>
        {error ? (
          <FailedState text={texts.failed} onRetry={onRetry}>
            <LinkButton to="/">{texts.backToFeed}</LinkButton>
          </FailedState>
        ) : (
          <LoadingState />
        )}
      </>
    );
  }
  return (
    <>
      <PageTitle size="small">{texts.notFound.title}</PageTitle>
      <EmptyState text={texts.notFound.text}>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/discover">{texts.notFound.toDiscover}</LinkButton>
          <LinkButton to="/" weight="quiet">
            {frameTexts.toStart}
          </LinkButton>
        </div>
      </EmptyState>
    </>
  );
}
