import { useCallback, useState } from 'react';
import { keepDraft, loadDraft } from './drafts.ts';

/** Unsent words under a name, such as a question's chat: they survive a reload and a walk through other pages. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => loadDraft(name) ?? '');
  const keep = useCallback(
    (next: string) => {
      setText(next);
      keepDraft(name, next);
    },
    [name],
  );
  return [text, keep];
}
