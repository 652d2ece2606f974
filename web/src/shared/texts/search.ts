import { isolateDirection } from '@hearsay/contracts';
import { counted } from './language.ts';

export const searchTexts = {
  title: 'Search',
  lead: 'Everything that is said out loud, by its words.',
  field: 'Search words',
  legend: 'Kind',
  kinds: { all: 'All', question: 'Questions', reply: 'Replies', podcast: 'Episodes' },
  kind: { question: 'Question', reply: 'Reply', podcast: 'Episode' },
  saidAt: (at: string) => `Said at ${at}`,
  under: (title: string) => `Under "${isolateDirection(title)}"`,
  found: (count: number, isAll: boolean) =>
    isAll ? counted(count, { one: 'result', other: 'results' }) : `The first ${count} results`,
  recent: 'Recent searches',
  clear: 'Clear',
  start: 'Type a word that you remember.',
  nothing: (words: string) => `Nothing found for "${isolateDirection(words)}"`,
  tooShort: 'Type at least two characters.',
  failed: 'Failed to search',
  end: "That's all.",
};
