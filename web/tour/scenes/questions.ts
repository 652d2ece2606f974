import type { Page } from '@playwright/test';
import {
  find,
  people,
  type Scene,
  type Scenes,
  type Step,
  scene,
  steps,
  type Tour,
  type Who,
  whole,
} from '../scene.ts';

const { fan, newcomer } = people;
const { article, button, css, dialog, inside, label, role, text } = find;
const { act, choose, click, fill, offline, press, see, sees, wait } = steps;

const message = label('Your message');
const boost = press('Boost');
const pretend = 'What did you pretend to understand for the longest time?';
const sound = 'Which sound would you keep?';
const stage = 'What would you never say on stage?';
const menu = click(inside(article, button('More options')));
const lastMessage = act((page) => page.getByRole('list', { name: 'Live chat' }).getByRole('article').last().click());

const confession = async (tour: Tour, replyBoostThreshold: number) => {
  const description = 'Offside. I have nodded through four World Cups and one relationship.';
  const question = await tour.ask(await tour.member(), { title: pretend, description, replyBoostThreshold });
  const talker = await tour.member();
  const replies = ['Compound interest. I have a mortgage.', 'My own tax return.', 'What my sister does for a living.'];
  for (const words of replies) await tour.say(talker, question, words);
  return question;
};
const locked = (threshold: number) => async (tour: Tour) => `/questions/${(await confession(tour, threshold)).id}`;
const longRoom = async (tour: Tour, page: Page) =>
  `/questions/${(await tour.question(page, ({ discussionCount, isRevealed }) => isRevealed && discussionCount > 20)).id}`;
const own = async (tour: Tour, page: Page) => `/questions/${(await tour.ask(page, { title: sound })).id}`;
const room = (...steps: Step[]) => scene(fan, longRoom, see(message), ...steps);

const pending = (isAskers: boolean, isAnonymous: boolean, ...steps: Step[]): Scene => {
  let path = '';
  const who: Who = async (tour) => {
    const [asker, target] = [await tour.member(), await tour.member()];
    path = `/questions/${(await tour.pending(asker, target, stage, isAnonymous)).id}`;
    return isAskers ? asker : target;
  };
  return scene(who, async () => path, ...steps);
};

const revealing = (afterMs: number): Scene => ({
  ...scene(newcomer, locked(1), see(message), boost, wait(afterMs)),
  isMoving: true,
});
const earning = (afterMs: number): Scene => ({
  ...scene(newcomer, locked(9), see(message), boost, see(css('.rising-xp')), wait(afterMs)),
  isMoving: true,
});
const send = (words: string): Step[] => [fill(message, words), press('Send'), see(text(words, true))];

export const questionScenes: Scenes = {
  'question-open': room(),
  'question-locked': whole(newcomer, locked(10), see(message)),
  'question-almost': scene(
    newcomer,
    async (tour) => {
      const question = await confession(tour, 2);
      await tour.boost(await tour.member(), question);
      return `/questions/${question.id}`;
    },
    see(message),
  ),
  'question-revealing-0': revealing(0),
  'question-revealing-350': revealing(350),
  'question-revealing-700': revealing(700),
  'question-revealing-1100': revealing(1100),
  'question-revealed': whole(
    newcomer,
    locked(1),
    see(message),
    boost,
    sees('Everyone hears it now', true),
    sees('What my sister does for a living.', true),
  ),
  'boost-earned-150': earning(150),
  'boost-earned-550': earning(550),
  'question-reply-gone': scene(
    newcomer,
    async (tour, page) => {
      const question = await tour.ask(page, { title: sound });
      const reply = await tour.say(page, question, 'The kettle.');
      await tour.say(page, question, 'The stairs at home.');
      await tour.call(page, 'DELETE', `/api/discussions/${reply.id}`, { userId: page.member.id });
      return `/reply/${reply.id}`;
    },
    sees('That reply is no longer here'),
  ),
  'question-offline': scene(
    newcomer,
    own,
    see(message),
    offline,
    sees('You are offline'),
    fill(message, 'The kettle.'),
    press('Send'),
    sees('Failed to send message'),
  ),
  'undo-repost': scene(
    newcomer,
    async (tour, page) => {
      const { id } = await tour.ask(await tour.member(), { title: sound });
      const repost = { repostText: '', mediaUrl: null, mediaType: 'text' };
      await tour.call(page, 'POST', `/api/questions/${id}/repost`, repost);
      return `/questions/${id}`;
    },
    see(message),
    act((page) => page.getByRole('button', { name: 'Repost', pressed: true }).click()),
    see(dialog),
  ),
  'question-no-replies': scene(newcomer, own, see(message)),
  'chat-acts': room(lastMessage, see(role('toolbar'))),
  'chat-menu': room(lastMessage, click(inside(role('toolbar'), button('More options'))), see(role('menuitem'))),
  'chat-own-messages': scene(
    newcomer,
    async (tour) => {
      const title = 'Which door do you always check twice?';
      return `/questions/${(await tour.ask(await tour.member(), { title })).id}`;
    },
    ...send('The fridge.'),
    ...send('And then the front door, because of the fridge.'),
    press(/^As /),
    fill(message, 'x'.repeat(284)),
  ),
  'chat-earlier': room(
    act((page) => page.mouse.move(195, 400)),
    act((page) => page.mouse.wheel(0, -900)),
    see(button('Latest')),
  ),
  'reply-dialog': room(press('Reply to the question'), see(dialog)),
  'report-dialog': room(
    act((page) => page.evaluate(() => window.scrollTo(0, 0))),
    menu,
    choose('Report'),
    see(dialog),
  ),
  'question-delete': scene(newcomer, own, see(message), menu, choose('Delete'), see(dialog)),
  'question-pending': pending(false, false),
  'question-pending-asker': pending(true, false),
  'question-pending-unnamed': pending(true, true),
  'approve-dialog': pending(false, false, press('Approve'), see(dialog)),
  'question-pinned': whole(
    fan,
    async (tour) => {
      const [target, asker] = [await tour.member(), await tour.member()];
      const question = await tour.pending(asker, target, stage);
      await tour.call(target, 'POST', `/api/questions/${question.id}/approve-with-reply`, {
        content: 'That I am afraid of it. Every single evening, until the first word.',
        mediaType: 'text',
        boostThreshold: 1,
      });
      await tour.boost(asker, question);
      await tour.say(asker, question, 'I would not have guessed.');
      return `/questions/${question.id}`;
    },
    see(message),
  ),
};
