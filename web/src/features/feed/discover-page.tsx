import { beginning, limits } from '@hearsay/contracts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { discoverTexts as texts } from '../../shared/texts/discover.ts';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';
import { discoverSorts, sortIn } from './feed-choice.ts';
import { FeedList } from './feed-list.tsx';
import { FoundPeople } from './found-people.tsx';
import { SortControl } from './sort-control.tsx';

/** Whoever types is asked about once they pause: one search a name instead of one a letter. */
const PAUSE_MS = 300;

/** What the community turns up, or, while something is sought, the people of that name. Both stand in the address. */
export default function DiscoverPage() {
  const [query, setQuery] = useSearchParams();
  const sortBy = sortIn(query, discoverSorts);
  const sought = beginning((query.get('q') ?? '').trim(), limits.search);

  const set = (name: 'sort' | 'q', value: string) => {
    if (value === (query.get(name) ?? '')) return;
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    window.scrollTo(0, 0);
    setQuery(next, { replace: true });
  };

  return (
    <>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <SearchBox sought={sought} onSeek={(words) => set('q', words)} />
      {sought ? (
        <FoundPeople words={sought} onBack={() => set('q', '')} />
      ) : (
        <>
          <SortControl
            sorts={discoverSorts}
            chosen={sortBy}
            onChoose={(sort) => set('sort', sort === discoverSorts[0] ? '' : sort)}
          />
          <FeedList
            key={sortBy}
            choice={{ sortBy, isFollowing: false }}
            failedText={texts.failed}
            thrownText={texts.notFetched}
            empty={<EmptyState text={texts.empty} />}
          />
        </>
      )}
    </>
  );
}

function SearchBox({ sought, onSeek }: { sought: string; onSeek: (words: string) => void }) {
  const [words, setWords] = useState(sought);
  // The address changes in other ways too: 'Back to Discover', the browser's own back.
  const [known, setKnown] = useState(sought);
  if (known !== sought) {
    setKnown(sought);
    if (words.trim() !== sought) setWords(sought);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins with what was typed last, whatever else is drawn anew.
  useEffect(() => {
    if (words.trim() === sought) return;
    const pause = setTimeout(() => onSeek(words.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [words]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of before 2023 know no search element.
    <form
      role="search"
      className="px-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSeek(words.trim());
      }}
    >
      <SearchField label={texts.search} maxLength={limits.search} value={words} onChange={setWords} />
    </form>
  );
}
