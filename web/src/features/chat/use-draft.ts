import { useState } from 'react';

const keyOf = (questionId: string) => `draft:${questionId}`;

/** Unsent words of a question's chat, kept for this tab: they survive a reload and a walk through other pages. */
export function useDraft(questionId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    try {
      return sessionStorage.getItem(keyOf(questionId)) ?? '';
    } catch {
      return '';
    }
  });
  const keep = (next: string) => {
    setText(next);
    try {
      if (next) sessionStorage.setItem(keyOf(questionId), next);
      else sessionStorage.removeItem(keyOf(questionId));
    } catch {
      // Kept in the page only.
    }
  };
  return [text, keep];
}
