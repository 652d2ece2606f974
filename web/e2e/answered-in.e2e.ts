import assert from 'node:assert/strict';
import type { SearchPage } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { eventually, test, waitForLateCode } from './suite.ts';

const time = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`;
const cue = (second: number) => `${time(second)} --> ${time(second + 2)}\nWords of second ${second}\n`;

test('a question plays an episode from the moment at which it is answered', async ({ stage }) => {
  const author = await stage.memberPage();
  const asker = await stage.otherUser();
  const title = `Why does ${author.member.username} hum?`;
  const question = await stage.ask(asker, { title });
  const locked = await stage.ask(asker, { title: 'Not yet', description: 'Locked', replyBoostThreshold: 9 });
  const podcast = await stage.publishEpisode(author, `${author.member.username} on humming`, 60);
  await author.goto(`/podcasts/${podcast.id}`);
  await author.getByRole('button', { name: 'Add a question' }).click();
  const link = author.getByLabel('Link to the question');
  await link.fill(`${stage.base}/questions/${locked.id}`);
  await author.getByLabel('Minute and second').fill('0:99');
  await author.getByRole('button', { name: 'Add', exact: true }).click();
  await author.getByText('Write it like 14:05, at most 1:00.').waitFor();
  await author.getByLabel('Minute and second').fill('0:32');
  await author.getByRole('button', { name: 'Add', exact: true }).click();
  await author.getByText('This question is not open to everyone').waitFor();
  await link.fill(`${stage.base}/question/${question.id}`);
  await author.getByRole('button', { name: 'Add', exact: true }).click();
  const answers = author.getByRole('region', { name: 'Questions it answers' });
  await answers.getByRole('link', { name: title }).waitFor();

  const file = author.getByLabel(/^(Add a transcript|Replace it)/);
  const words = [0, 3, 6, 30, 33, 36, 39, 42, 45, 48].map(cue).join('\n');
  const upload = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) });
  await upload('wrong.vtt', `WEBVTT\n\n${cue(3).replace('-->', '->')}`);
  await author.getByText(/^Line 3: Here two times belong/).waitFor();
  await upload('right.vtt', `WEBVTT\n\n${words}`);
  const transcript = author.getByRole('region', { name: 'Words with their times' });
  await transcript.getByText('Words of second 48').waitFor();
  // Scrolls to the top. Elsewhere the header may cover half of a tab, which axe would report as a small target.
  await author.evaluate(() => scrollTo(0, 0));
  await expectAccessibleInThemes(author);
  await answers.getByRole('button', { name: 'Play from 0:32' }).click();
  const heard = transcript.locator('[aria-current]');
  await expect(heard).toHaveText(/Words of second (30|33|36|39)/);
  const [row, box] = [await heard.boundingBox(), await transcript.boundingBox()];
  assert.ok(row && box && row.y >= box.y && row.y + row.height <= box.y + box.height, 'it is in sight');

  const reader = await stage.memberPage({ viewport: { width: 320, height: 640 } });
  await reader.goto(`/questions/${question.id}`);
  await waitForLateCode(reader);
  await reader.getByText('at 0:32').waitFor();
  await expectAccessibleInThemes(reader);
  await reader.getByRole('button', { name: `Play ${podcast.title} from 0:32` }).click();
  const bar = reader.getByRole('region', { name: 'Playing' });
  await bar.getByRole('button', { name: 'Pause' }).waitFor();
  const at = async () => Number(await bar.getByRole('slider', { name: 'Position' }).inputValue());
  await eventually(async () => assert.ok((await at()) >= 32));
  assert.ok(reader.url().endsWith(`/questions/${question.id}`), 'the room stays');

  await bar.getByRole('button', { name: 'Pause' }).click();
  const said = '/search?q=words%20of%20second%2048&kind=podcast';
  await stage.waitForAnswer<SearchPage>(reader, `/api${said}`, ({ results }) =>
    results.some(({ id }) => id === podcast.id),
  );
  await reader.goto(said);
  const spoken = reader.getByRole('article', { name: podcast.title });
  await spoken.getByText('Said at 0:48').waitFor();
  await expectAccessibleInThemes(reader);
  await spoken.getByRole('link').press('Enter');
  await reader.waitForURL(`**/podcasts/${podcast.id}#t=48`);
  await expect(reader.getByRole('slider', { name: 'Position' })).toHaveValue(/^48/);

  const visitor = await stage.visitorPage();
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByRole('link', { name: podcast.title }).waitFor();
  assert.equal(await visitor.getByRole('button', { name: /^Play/ }).count(), 0);

  await answers.getByRole('button', { name: `Take back: ${title}` }).click();
  await answers.getByRole('link', { name: title }).waitFor({ state: 'detached' });
  await visitor.reload();
  await visitor.getByRole('heading', { name: title }).waitFor();
  await expect(visitor.getByText('Answered in')).toHaveCount(0);
});
