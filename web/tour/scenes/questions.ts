import type { Page } from '@playwright/test';
import type { Scene, Tour } from '../scene.ts';

const openQuestion = async <P extends Page>(tour: Tour, page: P, id: string): Promise<P> => {
  await tour.open(page, `/questions/${id}`);
  await page.getByLabel('Your message').waitFor();
  return page;
};

/** A question whose description and replies wait for so many boosts, with a few replies under it. */
const confession = async (tour: Tour, replyBoostThreshold: number) => {
  const asker = await tour.member();
  const question = await tour.ask(asker, {
    title: 'What did you pretend to understand for the longest time?',
    description: 'Offside. I have nodded through four World Cups and one relationship.',
    replyBoostThreshold,
  });
  const talker = await tour.member();
  for (const words of [
    'Compound interest. I have a mortgage.',
    'My own tax return.',
    'What my sister does for a living.',
  ])
    await tour.say(talker, question, words);
  return { asker, question };
};

const longRoom = async (tour: Tour, page: Page) =>
  tour.question(page, ({ discussionCount, isRevealed }) => isRevealed && discussionCount > 20);

/** A question, its chat and what opens over them. */
export const questionScenes: readonly Scene[] = [
  {
    name: 'question-open',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      return openQuestion(tour, page, (await longRoom(tour, page)).id);
    },
  },
  {
    name: 'question-locked',
    isWhole: true,
    arrange: async (tour) => openQuestion(tour, await tour.member(), (await confession(tour, 10)).question.id),
  },
  {
    name: 'question-almost',
    arrange: async (tour) => {
      const { question } = await confession(tour, 2);
      const page = await tour.member();
      await tour.boost(await tour.member(), question);
      return openQuestion(tour, page, question.id);
    },
  },
  ...[0, 350, 700, 1100].map((afterMs) => ({
    name: `question-revealing-${afterMs}`,
    isMoving: true as const,
    arrange: async (tour: Tour) => {
      const { question } = await confession(tour, 1);
      const page = await openQuestion(tour, await tour.member(), question.id);
      await page.getByRole('button', { name: 'Boost' }).first().click();
      await page.waitForTimeout(afterMs);
      return page;
    },
  })),
  {
    name: 'question-revealed',
    isWhole: true,
    arrange: async (tour) => {
      const { question } = await confession(tour, 1);
      const page = await openQuestion(tour, await tour.member(), question.id);
      await page.getByRole('button', { name: 'Boost' }).first().click();
      await page.getByText('Everyone hears it now', { exact: true }).waitFor();
      await page.getByText('What my sister does for a living.', { exact: true }).waitFor();
      return page;
    },
  },
  ...[150, 550].map((afterMs) => ({
    name: `boost-earned-${afterMs}`,
    isMoving: true as const,
    arrange: async (tour: Tour) => {
      const { question } = await confession(tour, 9);
      const page = await openQuestion(tour, await tour.member(), question.id);
      await page.getByRole('button', { name: 'Boost' }).first().click();
      await page.locator('.rising-xp').waitFor();
      await page.waitForTimeout(afterMs);
      return page;
    },
  })),
  {
    name: 'question-reply-gone',
    arrange: async (tour) => {
      const page = await tour.member();
      const question = await tour.ask(page, { title: 'Which sound would you keep?' });
      const reply = await tour.say(page, question, 'The kettle.');
      await tour.say(page, question, 'The stairs at home.');
      await tour.call(page, 'DELETE', `/api/discussions/${reply.id}`, { userId: page.member.id });
      await tour.open(page, `/reply/${reply.id}`);
      await page.getByText('That reply is no longer here').waitFor();
      return page;
    },
  },
  {
    name: 'question-offline',
    arrange: async (tour) => {
      const page = await tour.member();
      await openQuestion(tour, page, (await tour.ask(page, { title: 'Which sound would you keep?' })).id);
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
      await page.getByLabel('Your message').fill('The kettle.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Failed to send message').waitFor();
      return page;
    },
  },
  {
    name: 'undo-repost',
    arrange: async (tour) => {
      const page = await tour.member();
      const question = await tour.ask(await tour.member(), { title: 'Which sound would you keep?' });
      await tour.call(page, 'POST', `/api/questions/${question.id}/repost`, {
        repostText: '',
        mediaUrl: null,
        mediaType: 'text',
      });
      await openQuestion(tour, page, question.id);
      await page.getByRole('button', { name: 'Repost', pressed: true }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'question-no-replies',
    arrange: async (tour) => {
      const page = await tour.member();
      return openQuestion(tour, page, (await tour.ask(page, { title: 'Which sound would you keep?' })).id);
    },
  },
  {
    name: 'chat-acts',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      await openQuestion(tour, page, (await longRoom(tour, page)).id);
      await page.getByRole('list', { name: 'Live chat' }).getByRole('article').last().click();
      await page.getByRole('toolbar').waitFor();
      return page;
    },
  },
  {
    name: 'chat-menu',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      await openQuestion(tour, page, (await longRoom(tour, page)).id);
      await page.getByRole('list', { name: 'Live chat' }).getByRole('article').last().click();
      await page.getByRole('toolbar').getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem').first().waitFor();
      return page;
    },
  },
  {
    name: 'chat-own-messages',
    arrange: async (tour) => {
      const page = await tour.member();
      const question = await tour.ask(await tour.member(), { title: 'Which door do you always check twice?' });
      await openQuestion(tour, page, question.id);
      for (const words of ['The fridge.', 'And then the front door, because of the fridge.']) {
        await page.getByLabel('Your message').fill(words);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText(words, { exact: true }).waitFor();
      }
      await page.getByRole('button', { name: /^As / }).click();
      await page.getByLabel('Your message').fill('x'.repeat(284));
      return page;
    },
  },
  {
    name: 'chat-earlier',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      await openQuestion(tour, page, (await longRoom(tour, page)).id);
      await page.mouse.move(195, 400);
      await page.mouse.wheel(0, -900);
      await page.getByRole('button', { name: 'Latest' }).waitFor();
      return page;
    },
  },
  {
    name: 'reply-dialog',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      await openQuestion(tour, page, (await longRoom(tour, page)).id);
      await page.getByRole('button', { name: 'Reply to the question' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'report-dialog',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      await openQuestion(tour, page, (await longRoom(tour, page)).id);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'question-delete',
    arrange: async (tour) => {
      const page = await tour.member();
      const question = await tour.ask(page, { title: 'Which sound would you keep?' });
      await openQuestion(tour, page, question.id);
      await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'question-pending',
    arrange: async (tour) => {
      const target = await tour.member();
      const question = await tour.pending(await tour.member(), target, 'What would you never say on stage?');
      return tour.open(target, `/questions/${question.id}`);
    },
  },
  {
    name: 'question-pending-asker',
    arrange: async (tour) => {
      const asker = await tour.member();
      const question = await tour.pending(asker, await tour.member(), 'What would you never say on stage?');
      return tour.open(asker, `/questions/${question.id}`);
    },
  },
  {
    name: 'question-pending-unnamed',
    arrange: async (tour) => {
      const asker = await tour.member();
      const question = await tour.pending(asker, await tour.member(), 'What would you never say on stage?', true);
      return tour.open(asker, `/questions/${question.id}`);
    },
  },
  {
    name: 'approve-dialog',
    arrange: async (tour) => {
      const target = await tour.member();
      const question = await tour.pending(await tour.member(), target, 'What would you never say on stage?');
      await tour.open(target, `/questions/${question.id}`);
      await target.getByRole('button', { name: 'Approve' }).click();
      await target.getByRole('dialog').waitFor();
      return target;
    },
  },
  {
    name: 'question-pinned',
    isWhole: true,
    arrange: async (tour) => {
      const target = await tour.member();
      const asker = await tour.member();
      const question = await tour.pending(asker, target, 'What would you never say on stage?');
      await tour.call(target, 'POST', `/api/questions/${question.id}/approve-with-reply`, {
        content: 'That I am afraid of it. Every single evening, until the first word.',
        mediaType: 'text',
        boostThreshold: 1,
      });
      await tour.boost(asker, question);
      await tour.say(asker, question, 'I would not have guessed.');
      return openQuestion(tour, await tour.as('fan'), question.id);
    },
  },
];
