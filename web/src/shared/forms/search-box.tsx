import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from '../ui/search-field.tsx';

/** Milliseconds without typing until a search starts. */
const PAUSE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly maxLength: number;
  readonly sought: string;
  readonly onSeek: (words: string) => void;
  /** Called after Enter. */
  readonly onSubmit?: (words: string) => void;
}

export function SearchBox({ label, maxLength, sought, onSeek, onSubmit }: SearchBoxProps) {
  const [words, setWords] = useState(sought);
  // Links and the browser's Back also change the searched words in the URL. The field then shows these words.
  const [known, setKnown] = useState(sought);
  if (known !== sought) {
    setKnown(sought);
    if (words.trim() !== sought) setWords(sought);
  }

  // Calls the newest `onSeek`, because another choice in the URL may change during the pause.
  const seek = useEffectEvent(onSeek);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed words restart the pause.
  useEffect(() => {
    if (words.trim() === sought) return;
    const pause = setTimeout(() => seek(words.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [words]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 lack `search`.
    <form
      role="search"
      className="px-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSeek(words.trim());
        onSubmit?.(words.trim());
      }}
    >
      <SearchField label={label} maxLength={maxLength} value={words} onChange={setWords} />
    </form>
  );
}
