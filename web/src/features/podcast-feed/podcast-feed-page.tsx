import type { OwnPodcastFeed } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUserId } from '../../shared/session/session.ts';
import { podcastFeedTexts as texts } from '../../shared/texts/podcast-feed.ts';
import { copyWords } from '../../shared/toast/copy-words.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { CopyIcon } from '../../shared/ui/card-icons.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import { EmptyState, LoadingOrFailedState, LoadingState, PageTitle } from '../../shared/ui/states.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { usePodcastFeed } from './podcast-feed.mutations.ts';
import { podcastFeedQueries } from './podcast-feed.queries.ts';

export default function PodcastFeedPage() {
  const userId = useUserId();
  return (
    <>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {userId === null ? <LoadingState /> : <OwnFeed userId={userId} />}
    </>
  );
}

type Change = ReturnType<typeof usePodcastFeed>;

function OwnFeed({ userId }: { userId: string }) {
  const { data: feed, isError, refetch } = useQuery(podcastFeedQueries.own(userId));
  const change = usePodcastFeed(userId);
  if (!feed) return <LoadingOrFailedState isError={isError} text={texts.failed} onRetry={refetch} />;
  return (
    <div className="flex flex-col gap-3 px-3">
      {feed.url !== null && <Address url={feed.url} change={change} />}
      <Episodes userId={userId} feed={feed} change={change} />
    </div>
  );
}

function Address({ url, change }: { url: string; change: Change }) {
  const renew = async () => {
    if (await askToConfirm(texts.renewSure, texts.renew, texts.renewDetail)) change(null, texts.renewed);
  };
  const close = async () => {
    if (await askToConfirm(texts.closeSure, texts.close, texts.closeDetail)) change([], texts.closed);
  };
  return (
    <section aria-labelledby="feed-address" className="card">
      <h2 id="feed-address" className="text-[1.1875rem] font-bold">
        {texts.address}
      </h2>
      <p className="pt-0.5 text-sm text-soft">{texts.addressHint}</p>
      <p className="pt-2 font-semibold break-all">{url}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button className="grow px-4" onClick={() => copyWords(url, { done: texts.copied, byHand: texts.byHand })}>
          <CopyIcon size={20} />
          <span>{texts.copy}</span>
        </Button>
        <Button weight="quiet" className="grow px-4" onClick={() => void renew()}>
          {texts.renew}
        </Button>
        <Button weight="quiet" className="grow px-4" onClick={() => void close()}>
          {texts.close}
        </Button>
      </div>
    </section>
  );
}

function Episodes({ userId, feed, change }: { userId: string; feed: OwnPodcastFeed; change: Change }) {
  const list = useInfiniteQuery(personQueries.posts(userId, 'podcast'));
  const { data, isError, refetch } = list;
  if (!data) return <LoadingOrFailedState isError={isError} text={texts.failed} onRetry={refetch} />;
  const episodes = data.pages.flat().flatMap((item) => (item.kind === 'podcast' ? [item] : []));
  if (episodes.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState text={texts.empty}>
        <LinkButton to="/create?type=podcast">{texts.toPublish}</LinkButton>
      </EmptyState>
    );
  }
  const chosen = new Set(feed.episodes);
  const choose = (id: string, isIn: boolean) =>
    change(isIn ? [...feed.episodes, id] : feed.episodes.filter((each) => each !== id));
  return (
    <section aria-labelledby="feed-episodes" className="card">
      <h2 id="feed-episodes" className="pb-1 text-[1.1875rem] font-bold">
        {texts.episodes}
      </h2>
      <ul>
        {episodes.map(({ id, title }) => (
          <li key={id} className="words border-line not-first:border-t">
            <Switch
              label={title}
              hint={chosen.has(id) ? texts.isIn : texts.isOut}
              isOn={chosen.has(id)}
              onChange={(isIn) => choose(id, isIn)}
            />
          </li>
        ))}
      </ul>
      <ListEnd list={list} failed={texts.failed} pages={data.pages.length} />
    </section>
  );
}
