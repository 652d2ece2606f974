import type { Story } from './story.ts';

/** What a community gets as well. Another account of this kind has been wiped already: see `wipes.ts`. */
export const unwelcome: readonly Story[] = [
  {
    by: 'deal',
    title: 'Earn 400 a day from your sofa. Who is in?',
    description: 'Only three places left this week. Write to me and I send you the video that changed my life.',
    asked: 0.8,
    boosts: 0,
    hours: 3,
    chat: `
sam: Is the sofa included?
jonas: I have been on mine for two days and earned nothing. What am I doing wrong?
deal: Three places left!! Ask me about the video
theo: Thank you for the reports, I am looking at it. Please do not answer, however funny.
sam > theo: It was a little funny.
`,
  },
];
