import { inLanguage } from './language.ts';

/** Questions that wait for whom they were asked. */
export const pendingTexts = inLanguage({
  en: {
    waits: 'Waits for your answer',
    waitsFor: (username: string) => `Waits for ${username} to approve it`,
    approve: 'Approve',
    ignore: 'Ignore',
  },
});
