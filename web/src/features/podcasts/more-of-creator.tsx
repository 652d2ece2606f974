import type { Podcast } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useOwnMutes } from '../../shared/mutes/mute.queries.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUserId } from '../../shared/session/session.ts';
import { podcastTexts } from '../../shared/texts/podcasts.ts';
import { calendarTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { LinkButton } from '../../shared/ui/button.tsx';

const texts = podcastTexts.more;
const MORE = 3;

/** Ends an episode's page with a link to ask its author, and with the author's other episodes. */
export function MoreOfCreator({ podcast }: { podcast: Podcast }) {
  const { id, creatorId, creatorUsername } = podcast;
  const { data: creator } = useQuery(personQueries.named(creatorUsername));
  const { data } = useInfiniteQuery(personQueries.posts(creatorId, 'podcast'));
  const others = (data?.pages[0] ?? []).filter((item) => item.kind === 'podcast' && item.id !== id).slice(0, MORE);
  const isMuted = useOwnMutes();
  const isVisitor = useUserId() === null;
  const isWanted = isVisitor || (isMuted && !isMuted('block', creatorId) && !isMuted('person', creatorId));
  const now = useNow();
  return (
    <>
      {creator?.canAsk && isWanted && (
        <LinkButton
          weight="quiet"
          className="words mt-4 w-full"
          to={`/create?targetUser=${encodeURIComponent(creatorUsername)}&type=question`}
        >
          {texts.ask(creatorUsername)}
        </LinkButton>
      )}
      {others.length > 0 && (
        <section aria-labelledby="more-episodes" className="pt-6">
          <h2 id="more-episodes" className="words px-1 pb-3 text-[1.25rem] font-bold">
            {texts.title(creatorUsername)}
          </h2>
          <ul className="flex flex-col gap-2">
            {others.map(
              (item) =>
                item.kind === 'podcast' && (
                  <li key={item.id}>
                    <Link to={`/podcasts/${item.id}`} className="card block py-3">
                      <span dir="auto" className="words line-clamp-2 font-semibold">
                        {item.title}
                      </span>
                      <time dateTime={item.createdAt} className="text-sm text-soft">
                        {calendarTime(item.createdAt, now)}
                      </time>
                    </Link>
                  </li>
                ),
            )}
          </ul>
        </section>
      )}
    </>
  );
}
