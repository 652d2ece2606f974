import type { Page } from '@playwright/test';
import type { Stage } from '../../e2e/suite.ts';
import {
  askOnePerson,
  type PageOpener,
  type Scene,
  type Scenes,
  type Step,
  scene,
  seededQuestion,
  selectors,
  steps,
  viewers,
  wholePageScene,
} from '../scene.ts';

const { fan, newcomer } = viewers;
const { article, button, dialog, field, inside, role } = selectors;
const { act, choose, click, fails, fill, offline, press, see, sees, toTop, wait } = steps;

const message = field('Your message');
const boost = press('Boost');
const pretend = 'What did you pretend to understand for the longest time?';
const sound = 'Which sound would you keep?';
const stageFright = 'What would you never say on stage?';
const menu = click(inside(article, button('More options')));
const lastMessage = act((page) => page.getByRole('list', { name: 'Live chat' }).getByRole('article').last().click());

const pathOf = ({ id }: { readonly id: string }) => `/questions/${id}`;
const confession = async (stage: Stage, replyBoostThreshold: number) => {
  const description = 'Offside. I have nodded through four World Cups and one relationship.';
  const question = await stage.ask(await stage.otherUser(), { title: pretend, description, replyBoostThreshold });
  const talker = await stage.otherUser();
  const replies = ['Compound interest. I have a mortgage.', 'My own tax return.', 'What my sister does for a living.'];
  for (const words of replies) await stage.postReply(talker, question, words);
  return question;
};
const locked = (threshold: number) => async (stage: Stage) => pathOf(await confession(stage, threshold));
const longRoom = async (stage: Stage, page: Page) =>
  pathOf(await seededQuestion(stage, page, ({ discussionCount, isRevealed }) => isRevealed && discussionCount > 20));
const own = async (stage: Stage, page: Page) => pathOf(await stage.ask(page, { title: sound }));
const room = (...given: Step[]) => scene(fan, longRoom, see(message), ...given);
const owns = (...given: Step[]) => scene(newcomer, own, see(message), ...given);

const pending = (isAskers: boolean, isAnonymous: boolean, ...given: Step[]): Scene => {
  let path = '';
  const who: PageOpener = async (stage) => {
    const [asker, target] = [await stage.memberPage(), await stage.memberPage()];
    path = pathOf(await askOnePerson(stage, asker, target, stageFright, isAnonymous));
    return isAskers ? asker : target;
  };
  return scene(who, async () => path, ...given);
};

const moving = (threshold: number, ...given: Step[]): Scene => ({
  ...scene(newcomer, locked(threshold), see(message), boost, ...given),
  isMoving: true,
});
const risingXp = see('.rising-xp');
const ownConfession = (...given: Step[]) =>
  scene(
    newcomer,
    async (stage, page) =>
      pathOf(await stage.ask(page, { title: pretend, description: 'Offside.', replyBoostThreshold: 10 })),
    see(message),
    ...given,
  );
const send = (words: string) => [fill(message, words), press('Send'), sees(`"${words}"`)];

export const questionScenes: Scenes = {
  'question-open': room(),
  'question-locked': wholePageScene(newcomer, locked(10), see(message)),
  'question-almost': scene(
    newcomer,
    async (stage) => {
      const question = await confession(stage, 2);
      await stage.boost(await stage.otherUser(), question);
      return pathOf(question);
    },
    see(message),
  ),
  'question-revealing-0': moving(1, wait(0)),
  'question-revealing-350': moving(1, wait(350)),
  'question-revealing-700': moving(1, wait(700)),
  'question-revealing-1100': moving(1, wait(1100)),
  'question-revealed': wholePageScene(
    newcomer,
    locked(1),
    ...[see(message), boost, sees('"Everyone hears it now"'), sees('"What my sister does for a living."')],
  ),
  'question-lock-end': wholePageScene(
    newcomer,
    async (stage, page) => {
      const lockUntil = new Date(Date.now() + 3 * 86_400_000).toISOString();
      const words = { title: pretend, description: 'Offside.', replyBoostThreshold: 10 };
      return pathOf(await stage.ask(page, { ...words, lockUntil, ifNotReached: 'open' }));
    },
    sees('unless it reaches 10 boosts before'),
  ),
  'lock-sheet': ownConfession(menu, choose('Change the lock'), see(dialog), click('text="It opens"')),
  'question-opened-by-me': moving(1, sees('"You opened it."')),
  'question-open-after': scene(
    newcomer,
    async (stage) => {
      const question = await confession(stage, 1);
      await stage.boost(await stage.otherUser(), question);
      return pathOf(question);
    },
    sees('Open after'),
  ),
  'question-without-description': scene(
    newcomer,
    async (stage) => pathOf(await stage.ask(await stage.otherUser(), { title: pretend, replyBoostThreshold: 10 })),
    sees('Replies open at 10 boosts'),
  ),
  'question-pinned-locked': scene(
    fan,
    async (stage) => {
      const [target, asker] = [await stage.memberPage(), await stage.memberPage()];
      const question = await askOnePerson(stage, asker, target, stageFright);
      const content = 'That I am afraid of it.';
      await stage.call(target, 'POST', `/api/questions/${question.id}/approve-with-reply`, {
        ...{ content, mediaType: 'text', boostThreshold: 100 },
      });
      await stage.boost(asker, question);
      return pathOf(question);
    },
    sees('99 more boosts'),
  ),
  'boost-earned-150': moving(9, risingXp, wait(150)),
  'boost-earned-550': moving(9, risingXp, wait(550)),
  'reply-earned': {
    ...scene(newcomer, locked(9), see(message), ...send('Offside, too.'), risingXp, wait(300)),
    isMoving: true,
  },
  'question-reply-gone': scene(
    newcomer,
    async (stage, page) => {
      const question = await stage.ask(page, { title: sound });
      const reply = await stage.postReply(page, question, 'The kettle.');
      await stage.postReply(page, question, 'The stairs at home.');
      await stage.call(page, 'DELETE', `/api/discussions/${reply.id}`, { userId: page.member.id });
      return `/reply/${reply.id}`;
    },
    sees('That reply is no longer here'),
  ),
  'question-offline': owns(
    ...[offline, sees('You are offline'), fill(message, 'The kettle.'), press('Send'), sees('Failed to send message')],
  ),
  'undo-repost': scene(
    newcomer,
    async (stage, page) => {
      const question = await stage.ask(await stage.otherUser(), { title: sound });
      await stage.repost(page, question);
      return pathOf(question);
    },
    ...[see(message), click('role=button[name="Repost"][pressed=true]'), see(dialog)],
  ),
  'question-no-replies': owns(),
  'question-bar': scene(
    newcomer,
    async (stage) => {
      const question = await confession(stage, 10);
      const talker = await stage.otherUser();
      for (let number = 1; number <= 16; number++) await stage.postReply(talker, question, `Reason ${number}.`);
      await stage.boost(talker, question);
      return pathOf(question);
    },
    ...[see(message), press('Latest'), see('.question-bar'), wait(600)],
  ),
  'chat-acts': room(lastMessage, see(role('toolbar'))),
  'chat-menu': room(lastMessage, click(inside(role('toolbar'), button('More options'))), see(role('menuitem'))),
  'chat-own-messages': scene(
    newcomer,
    async (stage) =>
      pathOf(await stage.ask(await stage.otherUser(), { title: 'Which door do you always check twice?' })),
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
  'report-dialog': room(toTop, menu, choose('Report'), see(dialog)),
  'report-failed': room(
    ...[fails('**/api/reports'), toTop, menu, choose('Report'), fill(inside(dialog, field('')), 'It is my kettle.')],
    ...[click(inside(dialog, button('Report'))), sees('Failed to submit report')],
  ),
  'question-delete': owns(menu, choose('Delete'), see(dialog)),
  'question-pending': pending(false, false),
  'question-pending-asker': pending(true, false),
  'question-pending-unnamed': pending(true, true),
  'approve-dialog': pending(false, false, press('Approve'), see(dialog)),
  'approve-earned': {
    ...pending(
      ...[false, false, press('Approve'), fill(field('Your reply'), 'That I am afraid of it.')],
      ...[press('Approve and reply'), risingXp, wait(150)],
    ),
    isMoving: true,
  },
  'approve-toast': pending(
    ...[false, false, press('Approve'), fill(field('Your reply'), 'That I am afraid of it.')],
    ...[press('Approve and reply'), see('.toast')],
  ),
  'question-pinned': wholePageScene(
    fan,
    async (stage) => {
      const [target, asker] = [await stage.memberPage(), await stage.memberPage()];
      const question = await askOnePerson(stage, asker, target, stageFright);
      await stage.call(target, 'POST', `/api/questions/${question.id}/approve-with-reply`, {
        content: 'That I am afraid of it. Every single evening, until the first word.',
        mediaType: 'text',
        boostThreshold: 1,
      });
      await stage.boost(asker, question);
      await stage.postReply(asker, question, 'I would not have guessed.');
      return pathOf(question);
    },
    see(message),
  ),
};
