import { isolated } from '@hearsay/contracts';
export const discoverTexts = {
  title: 'Discover',
  lead: 'What the whole community turns up.',
  failed: 'Error loading discover content',
  notFetched: 'Failed to fetch discover content',
  empty: 'No content available yet.',
  search: 'Search people',
  matching: (words: string) => `Users matching "${isolated(words)}"`,
  nobody: (words: string) => `No users found for "${isolated(words)}"`,
  searchFailed: 'Failed to search users',
  back: 'Back to Discover',
};
