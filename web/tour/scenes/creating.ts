import type { SearchPage } from '@hearsay/contracts';
import type { Page } from '@playwright/test';
import type { Stage } from '../../e2e/suite.ts';
import { wavFile } from '../../e2e/wav.ts';
import {
  openPath,
  pathAfter,
  type Scenes,
  type Step,
  scene,
  selectors,
  steps,
  unknownId,
  viewers,
  wholePageScene,
} from '../scene.ts';

const { newcomer } = viewers;
const { article, button, dialog, field, inside, role, text } = selectors;
const { act, click, fails, fill, press, scrollTo, see, sees, wait } = steps;

const file = { name: 'the-kitchen-at-five.wav', mimeType: 'audio/wav', buffer: wavFile(75) };
const asking = '/create?type=question';
const asks = (...given: Step[]) => wholePageScene(newcomer, asking, ...given);
const publishing = '/create?type=podcast';
const publishes = (...given: Step[]) => wholePageScene(newcomer, publishing, ...given);
const leaves = (...given: Step[]) => scene(newcomer, publishing, ...given);
const uploadsFail = fails('**/api/uploads', 413);
const chooseFile = act((page) => page.locator('input[type=file]').setInputFiles(file));
const isUploaded = see(button('Remove'));
const confessionMode = click(role('switch', 'Confession mode'));
const toDiscover = click(inside(role('navigation', 'Main'), role('link', 'Discover')));
const uploadBar = role('region', 'Upload');
const onItsWay = text(/^[1-6]\d %$/);
/** Slows the upload to half a minute, so that every picture shows it running. */
const slowly = act(async (page) => {
  const network = await page.context().newCDPSession(page);
  const uploadThroughput = file.buffer.length / 30;
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await network.send('Network.emulateNetworkConditions', conditions);
});
const afterToast = [
  click(inside('.toast', button('Dismiss'))),
  act((page) => page.locator('.toast').waitFor({ state: 'detached' })),
  see(article),
];
const title = 'The kitchen at five';
const episode = async (stage: Stage, page: Page) => `/podcasts/${(await stage.publishEpisode(page, title, 75)).id}`;
const words = [
  'I have one question today, from somebody who signed it.',
  'What did you pretend to understand?',
  'I nodded through four World Cups.',
];
const time = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`;
const cueOf = (said: string, index: number) => `${time(index * 16)} --> ${time(index * 16 + 15)}\n${said}\n`;
/** Publishes an episode of the viewer with a transcript. The episode answers a question of the viewer. */
const answer = async (stage: Stage, page: Page) => {
  const { id } = await stage.publishEpisode(page, title, 75);
  const question = await stage.ask(page, { title: 'What did you pretend to understand?' });
  await stage.call(page, 'PUT', `/api/podcasts/${id}/answers`, [{ questionId: question.id, at: 32 }]);
  const headers = { 'content-type': 'text/vtt' };
  await stage.callRaw(
    page,
    'PUT',
    `/api/podcasts/${id}/transcript`,
    `WEBVTT\n\n${words.map(cueOf).join('\n')}`,
    headers,
  );
  return { podcast: `/podcasts/${id}`, question: `/questions/${question.id}` };
};
const answered = async (stage: Stage, page: Page) => (await answer(stage, page)).podcast;
/** Opens a search that finds words of the transcript. */
const spoken = async (stage: Stage, page: Page) => {
  await answer(stage, page);
  const path = '/search?q=nodded%20through&kind=podcast';
  await stage.waitForAnswer<SearchPage>(page, `/api${path}`, ({ results }) => results.length > 0);
  return path;
};
const answeredQuestion = async (stage: Stage, page: Page) => (await answer(stage, page)).question;
const listens = (...given: Step[]) => scene(newcomer, episode, ...given);
const socks = 'Where do odd socks go?';
const pretend = 'What did you pretend to understand for the longest time, and who would be surprised?';

export const creatingScenes: Scenes = {
  create: scene(newcomer, '/create'),
  'create-question': scene(newcomer, asking),
  'create-question-confession': asks(
    fill(field('Title'), pretend),
    fill(field('Description'), 'Offside. I have nodded through four World Cups.'),
    confessionMode,
  ),
  'create-question-similar': asks(
    fill(field('Title'), 'What would you never say on stage?'),
    see(button('Boost this')),
  ),
  'create-question-confession-bare': asks(fill(field('Title'), pretend), confessionMode, sees('Nothing is behind it')),
  'create-question-share': scene(
    newcomer,
    asking,
    ...[fill(field('Title'), pretend), confessionMode, fill(field('Boosts until everyone hears it'), '10')],
    ...[press(/^Ask$/), see(inside(dialog, 'img'))],
    act((page) => page.waitForFunction(() => document.querySelector<HTMLImageElement>('dialog img')?.complete)),
  ),
  'create-question-errors': asks(
    confessionMode,
    fill(field('Boosts until everyone hears it'), '101'),
    press(/^Ask$/),
    sees('Please enter a question title.'),
  ),
  'create-draft': asks(
    fill(field('Title'), socks),
    act((page) => openPath(page, asking)),
  ),
  'create-question-earned': {
    ...scene(newcomer, asking, fill(field('Title'), socks), press(/^Ask$/), see('.rising-xp'), wait(150)),
    isMoving: true,
  },
  'create-for-somebody': scene(newcomer, '/create?targetUser=ines.calder&type=question'),
  'create-for-nobody': scene(newcomer, '/create?targetUser=nobody.at.all&type=question'),
  publish: publishes(),
  'publish-errors': publishes(press('Publish'), sees('Please enter a audio title.')),
  'publish-uploading': publishes(slowly, chooseFile, see(onItsWay)),
  'publish-uploading-elsewhere': leaves(slowly, chooseFile, toDiscover, see(inside(uploadBar, onItsWay))),
  'publish-uploaded-elsewhere': leaves(
    ...[chooseFile, isUploaded, toDiscover, sees('Uploaded, ready to be published')],
    ...afterToast,
  ),
  'publish-upload-failed-elsewhere': leaves(
    ...[uploadsFail, chooseFile, sees('Upload failed'), toDiscover, see(inside(uploadBar, text('Upload failed')))],
    ...afterToast,
  ),
  'publish-uploaded': publishes(fill(field('Title'), title), chooseFile, isUploaded),
  'publish-upload-failed': publishes(uploadsFail, chooseFile, sees('Upload failed')),
  'publish-recording': publishes(press('Record audio'), see(button('Stop recording'))),
  'publish-video': publishes(click(text('"Video"'))),
  podcast: listens(sees('0:00 / 1:15')),
  'podcast-playing': listens(
    press('Play'),
    act((page) => page.getByRole('slider', { name: 'Position' }).press('PageUp')),
  ),
  'podcast-in-feed': scene(newcomer, pathAfter('/', episode), sees(title)),
  'podcast-bar': listens(
    ...[press('Play'), see(button('Pause')), click(role('link', /^Create$/)), see(role('region', 'Playing'))],
    see('role=heading[name="Create"][level=1]'),
  ),
  'podcast-bar-in-room': listens(
    ...[press('Play'), see(button('Pause')), click(role('link', /^Feed$/)), see(role('region', 'Playing'))],
    ...[click(inside(article, role('link', 'replies'))), see('.chat-dock'), see(role('region', 'Playing'))],
  ),
  'podcast-answers': scene(newcomer, answered, sees('Questions it answers'), sees('0:32')),
  'podcast-transcript': scene(
    newcomer,
    answered,
    ...[sees('I nodded'), press('Play'), act((page) => page.getByRole('slider', { name: 'Position' }).press('PageUp'))],
    scrollTo(text('I nodded')),
  ),
  'search-transcript': scene(newcomer, spoken, sees('Said at 0:32')),
  'question-answered-in': scene(newcomer, answeredQuestion, sees('Answered in')),
  'podcast-comments': listens(press('comment'), sees('Comments functionality coming soon')),
  'podcast-not-found': scene(newcomer, `/podcasts/${unknownId}`),
};
