import { counted } from './language.ts';

export const questionTexts = {
  pageTitle: "Let's talk about it..",
  failed: 'Error loading question',
  notFound: { title: 'Question Not Found', text: 'It may have been deleted, or the link is incomplete.' },
  reported: 'This waits for its approval. You see it because it was reported.',
  reportedLocked:
    'This waits for its approval, and its description is not open yet. You see it because it was reported.',
  anonymous: 'ANONYMOUS',
  someone: 'Someone',
  you: 'you',
  viewAll: 'View all',
  viewAllOf: (title: string) => `View all: ${title}`,
  replies: (count: number) => counted(count, { one: 'reply', other: 'replies' }),
};
