import type { SearchResult } from '@hearsay/contracts';
import { Fragment, useId } from 'react';
import { Link } from 'react-router';
import { questionTexts, soundTexts } from '../../shared/texts/content.ts';
import { clock } from '../../shared/texts/podcasts.ts';
import { searchTexts as texts } from '../../shared/texts/search.ts';
import { cardTime } from '../../shared/time/card-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Avatar, Username } from '../../shared/ui/person.tsx';

const paths = { question: 'questions', reply: 'reply', podcast: 'podcasts' };

function Marked({ excerpt, matches }: Pick<SearchResult, 'excerpt' | 'matches'>) {
  const ends = [0, ...matches.map(([start, length]) => start + length)];
  return (
    <>
      {matches.map(([start], index) => (
        <Fragment key={start}>
          <span>{excerpt.slice(ends[index], start)}</span>
          <mark className="rounded-sm bg-amber-tint text-text">{excerpt.slice(start, ends[index + 1])}</mark>
        </Fragment>
      ))}
      <span>{excerpt.slice(ends.at(-1))}</span>
    </>
  );
}

/** The whole card is a link to the content. */
export function SearchResultCard({ found, onOpen }: { found: SearchResult; onOpen: () => void }) {
  const { kind, id, title, excerpt, creator, boostCount, createdAt, at } = found;
  const titleId = useId();
  const now = useNow();
  const isOfTitle = kind !== 'reply' && at === undefined && title.includes(excerpt.replaceAll('…', ''));
  const words = <Marked {...found} />;
  return (
    <article aria-labelledby={titleId} className="card relative flex flex-col gap-2 focus-within:border-faint">
      <p className="flex min-w-0 items-center gap-2 text-[0.84375rem] text-soft">
        <Avatar user={creator} size={24} />
        <span className="min-w-0 truncate">
          {creator ? <Username name={creator.username} /> : <span>{questionTexts.anonymous}</span>}
        </span>
        <span className="ml-auto flex-none text-faint">{texts.kind[kind]}</span>
      </p>
      <h2 id={titleId} dir="auto" className="words text-[1.0625rem] font-bold">
        <Link
          to={`/${paths[kind]}/${id}${at === undefined ? '' : `#t=${at}`}`}
          onClick={onOpen}
          className="after:absolute after:inset-0 after:rounded-card"
        >
          {kind === 'reply' || isOfTitle ? words : title}
        </Link>
      </h2>
      {kind === 'reply' ? (
        <p className="words line-clamp-2 text-sm text-soft">{texts.under(title)}</p>
      ) : (
        !isOfTitle && (
          <p dir="auto" className="words text-soft">
            {words}
          </p>
        )
      )}
      <p className="flex flex-wrap gap-x-3 text-[0.8125rem] text-faint">
        {at !== undefined && <span className="tabular-nums">{texts.saidAt(clock(at))}</span>}
        <span>{soundTexts.boosts(boostCount)}</span>
        <time dateTime={createdAt}>{cardTime(createdAt, now)}</time>
      </p>
    </article>
  );
}
