import type { Podcast } from '@hearsay/contracts';
import { wav } from '../../e2e/wav.ts';
import {
  act,
  article,
  button,
  click,
  css,
  fails,
  fill,
  inside,
  label,
  newcomer,
  nowhere,
  role,
  type Scenes,
  type Step,
  scene,
  see,
  type Tour,
  text,
  whole,
} from '../scene.ts';

const file = { name: 'the-kitchen-at-five.wav', mimeType: 'audio/wav', buffer: wav(75) };
const asking = '/create?type=question';
const publishing = '/create?type=podcast';
const uploadsFail = fails('**/api/uploads', 413);
const chooseFile = act((page) => page.locator('input[type=file]').setInputFiles(file));
const isUploaded = see(button('Remove'));
const confessionMode = click(role('switch', 'Confession mode'));
const toDiscover = click(inside(role('navigation', 'Main'), role('link', 'Discover')));
const uploadBar = role('region', 'Upload');
const onItsWay = text(/^[1-6]\d %$/);
/** The upload takes half a minute, so that every picture shows it running. */
const slowly = act(async (page) => {
  const network = await page.context().newCDPSession(page);
  const uploadThroughput = file.buffer.length / 30;
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await network.send('Network.emulateNetworkConditions', conditions);
});
const afterToast: Step[] = [
  click(inside(css('.toast'), button('Dismiss'))),
  act((page) => page.locator('.toast').waitFor({ state: 'detached' })),
  see(article),
];

const episode = async (tour: Tour, page: Parameters<Tour['call']>[0]) => {
  const podcast = await tour.call<Podcast>(page, 'POST', '/api/podcasts', {
    title: 'The kitchen at five',
    description: 'A radio play for people who cook dinner before the light is gone.',
    mediaType: 'audio',
    mediaUrl: `data:audio/wav;base64,${file.buffer.toString('base64')}`,
  });
  return `/podcasts/${podcast.id}`;
};

export const creatingScenes: Scenes = {
  create: scene(newcomer, '/create'),
  'create-question': scene(newcomer, asking),
  'create-question-confession': whole(
    newcomer,
    asking,
    fill(label('Title'), 'What did you pretend to understand for the longest time, and who would be surprised?'),
    fill(label('Description'), 'Offside. I have nodded through four World Cups.'),
    confessionMode,
  ),
  'create-question-errors': whole(
    newcomer,
    asking,
    confessionMode,
    fill(role('textbox', 'Boosts until everyone hears it'), '101'),
    click(button('Ask', true)),
    see(text('Please enter a question title.')),
  ),
  'create-draft': whole(
    newcomer,
    asking,
    fill(label('Title'), 'Where do odd socks go?'),
    act((page, tour) => tour.open(page, asking)),
  ),
  'create-for-somebody': scene(newcomer, '/create?targetUser=ines.calder&type=question'),
  'create-for-nobody': scene(newcomer, '/create?targetUser=nobody.at.all&type=question'),
  publish: whole(newcomer, publishing),
  'publish-errors': whole(newcomer, publishing, click(button('Publish')), see(text('Please enter a audio title.'))),
  'publish-uploading': whole(newcomer, publishing, slowly, chooseFile, see(onItsWay)),
  'publish-uploading-elsewhere': scene(
    newcomer,
    publishing,
    slowly,
    chooseFile,
    toDiscover,
    see(inside(uploadBar, onItsWay)),
  ),
  'publish-uploaded-elsewhere': scene(
    newcomer,
    publishing,
    chooseFile,
    isUploaded,
    toDiscover,
    see(text('Uploaded, ready to be published')),
    ...afterToast,
  ),
  'publish-upload-failed-elsewhere': scene(
    newcomer,
    publishing,
    uploadsFail,
    chooseFile,
    see(text('Upload failed')),
    toDiscover,
    see(inside(uploadBar, text('Upload failed'))),
    ...afterToast,
  ),
  'publish-uploaded': whole(newcomer, publishing, fill(label('Title'), 'The kitchen at five'), chooseFile, isUploaded),
  'publish-upload-failed': whole(newcomer, publishing, uploadsFail, chooseFile, see(text('Upload failed'))),
  'publish-recording': whole(newcomer, publishing, click(button('Record audio')), see(button(/Stop recording/))),
  'publish-video': whole(newcomer, publishing, click(text('Video', true))),
  podcast: scene(newcomer, episode, see(text('0:00 / 1:15'))),
  'podcast-playing': scene(
    newcomer,
    episode,
    click(button('Play')),
    act((page) => page.getByRole('slider', { name: 'Position' }).press('PageUp')),
  ),
  'podcast-in-feed': scene(
    newcomer,
    async (tour, page) => {
      await episode(tour, page);
      return '/';
    },
    see(text('The kitchen at five')),
  ),
  'podcast-bar': scene(
    newcomer,
    episode,
    click(button('Play')),
    see(button('Pause')),
    click(role('link', 'Create', true)),
    see(role('region', 'Playing')),
    act((page) => page.getByRole('heading', { name: 'Create', level: 1 }).waitFor()),
  ),
  'podcast-comments': scene(
    newcomer,
    episode,
    click(button(/comment/i)),
    see(text('Comments functionality coming soon')),
  ),
  'podcast-not-found': scene(newcomer, `/podcasts/${nowhere}`),
};
