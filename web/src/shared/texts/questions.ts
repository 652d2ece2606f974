import { counted, inLanguage } from './language.ts';

/** Questions, wherever they are shown. */
export const questionTexts = inLanguage({
  en: {
    pageTitle: "Let's talk about it..",
    failed: 'Error loading question',
    notFound: { title: 'Question Not Found', text: 'It may have been deleted, or the link is incomplete.' },
    anonymous: 'ANONYMOUS',
    someone: 'Someone',
    you: 'you',
    viewAll: 'View all',
    viewAllOf: (title: string) => `View all: ${title}`,
    replies: (count: number) => counted(count, { one: 'reply', other: 'replies' }),
  },
});
