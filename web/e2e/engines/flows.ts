import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Podcast, Question } from '@hearsay/contracts';
import { registerNewcomer } from '../../../infra/journeys/client.ts';
import { wavFile } from '../wav.ts';
import type { Screen, Target } from './screen.ts';

/** A common flow that runs in any browser. One user acts in the browser, other users act through the API. */
export interface Flow {
  readonly rule: string;
  readonly run: (screen: Screen) => Promise<void>;
}

declare global {
  interface Window {
    isHeard?: boolean;
  }
}

const button = (name: string | RegExp, within?: Target): Target => ({ role: 'button', name, within });
const heading = (name: string | RegExp): Target => ({ role: 'heading', name });
const field = (label: string): Target => ({ label });
const link = (name: string): Target => ({ role: 'link', name });
const room = heading("Let's talk about it..");
const recordedByChromium = new URL(
  '../../../services/content/src/sounds/fixtures/recorded-by-chromium.mp4',
  import.meta.url,
);
const secret = 'I blamed the heat.';

/**
 * Runs in the page. Records that a sound has played, because on a busy machine the test may look at the player too
 * late.
 */
const recordPlaying = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playAndNote() {
    this.addEventListener('playing', () => {
      window.isHeard = true;
    });
    return play.call(this);
  };
};

/** Runs in the page. True if the level bars move, so the microphone's sound reaches the analyser. */
const areBarsMoving = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[data-live-bars] > *')].some(
    ({ style }) => Number(style.transform.match(/[\d.]+/)?.[0]) > 0.2,
  );

/** Runs in the page. @returns false in a Firefox without an audio device, where no AudioContext ever starts */
const canRunAudio = async (): Promise<boolean> => {
  const context = new AudioContext();
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 3000))]);
  const isRunning = context.state === 'running';
  await context.close();
  return isRunning;
};

export const findLoginWithRole = (wanted: string) => {
  const logins = JSON.parse(readFileSync(process.env.LOGINS_FILE ?? '', 'utf8')) as {
    role: string;
    username: string;
    password: string;
  }[];
  return logins.find(({ role }) => role === wanted) ?? assert.fail(`no ${wanted}`);
};

export const flows: readonly Flow[] = [
  {
    rule: 'signs in and stays signed in',
    run: async (screen) => {
      const { user } = await registerNewcomer(screen.base, 'engine');
      await screen.open('/login');
      await screen.fill(field('Username'), user.username);
      await screen.fill(field('Password'), 'a long enough password');
      await screen.press(button('Sign In'));
      await screen.waitFor(heading('Feed'));
      await screen.open('/');
      await screen.waitFor(link(`Profile of ${user.username}`));
    },
  },
  {
    rule: 'returns to the same place of the feed by Back',
    run: async (screen) => {
      const person = await screen.registerAndSignIn();
      const titles = Array.from({ length: 9 }, (_, index) => `${person.user.username} asks ${index}`);
      for (const title of titles) await person.ask({ title });
      await screen.open('/');
      const wanted = link(titles[2] ?? '');
      await screen.scrollTo(wanted);
      const before = await screen.press(wanted);
      await screen.waitFor(room);
      await screen.evaluate(() => history.back());
      await screen.until('the same place', async () => Math.abs((await screen.pointOf(wanted)).y - before.y) < 2);
    },
  },
  {
    rule: 'asks a question whose description is locked',
    run: async (screen) => {
      const person = await screen.registerAndSignIn();
      const title = `What did ${person.user.username} never say?`;
      await screen.open('/create?type=question');
      await screen.fill(field('Title'), title);
      await screen.fill(field('Description'), secret);
      await screen.press({ role: 'switch', name: 'Confession mode' });
      await screen.fill(field('Boosts until everyone hears it'), '3');
      await screen.press(button('Ask'));
      await screen.press(button('Done', { role: 'dialog', name: '3 people have to want this' }));
      await screen.press(link(title));
      await screen.waitFor(room);
      await screen.waitFor({ text: secret });
      const id = await screen.evaluate(() => location.pathname.split('/').at(-1) ?? '');
      const locked = await (await registerNewcomer(screen.base)).question(id);
      assert.deepEqual([locked.description, locked.replyBoostThreshold], [null, 3]);
    },
  },
  {
    rule: 'sends and receives messages in a room',
    run: async (screen) => {
      await screen.registerAndSignIn();
      const other = await registerNewcomer(screen.base);
      const { id } = await other.ask({ title: 'Which word do you always misspell?' });
      await screen.open(`/questions/${id}`);
      await screen.waitFor(room);
      await other.say(id, 'Rhythm. Every time.');
      await screen.waitFor({ text: 'Rhythm. Every time.' });
      await screen.fill(field('Your message'), 'Necessary, for me.');
      await screen.press(button('Send'));
      await screen.waitFor({ role: 'article', name: 'Reply of yours' });
      await screen.until('the message at the server', async () =>
        JSON.stringify(await other.room(id, 0)).includes('Necessary, for me.'),
      );
    },
  },
  {
    rule: 'shows a reveal live, and no locked words before',
    run: async (screen) => {
      await screen.registerAndSignIn();
      const [asker, other] = [await registerNewcomer(screen.base), await registerNewcomer(screen.base)];
      const { id } = await asker.ask({ title: 'What did you break?', description: secret, replyBoostThreshold: 2 });
      await screen.open(`/questions/${id}`);
      await screen.waitFor({ text: '0 / 2' });
      await asker.boost('question', id);
      await screen.waitFor({ text: '1 / 2' });
      assert.equal(await screen.evaluate((text) => document.documentElement.innerHTML.includes(text), secret), false);
      await other.boost('question', id);
      await screen.waitFor({ text: 'Everyone hears it now' });
      await screen.waitFor({ text: secret });
    },
  },
  {
    rule: 'answers a message in the reply sheet',
    run: async (screen) => {
      await screen.registerAndSignIn();
      const other = await registerNewcomer(screen.base);
      const { id } = await other.ask({ title: 'What would your kitchen say of you?' });
      await other.say(id, 'That I never sit down.');
      await screen.open(`/questions/${id}`);
      await screen.press({ text: 'That I never sit down.' });
      await screen.press(button('Reply', { role: 'toolbar' }));
      const sheet: Target = { role: 'dialog', name: `Reply to @${other.user.username}` };
      await screen.fill({ ...field('Your reply'), within: sheet }, 'Mine says the same.');
      await screen.press(button('Reply', sheet));
      await screen.waitUntilGone(sheet);
      await screen.waitFor({ text: 'Mine says the same.' });
    },
  },
  {
    rule: 'shares a question',
    run: async (screen) => {
      const person = await screen.registerAndSignIn();
      const { id } = await person.ask({ title: 'What is worth passing on?' });
      await screen.open(`/questions/${id}`);
      await screen.waitFor(room);
      await screen.press(button('Share'));
      await screen.waitForToast('Link copied');
    },
  },
  {
    rule: 'records, publishes and plays an episode',
    run: async (screen) => {
      const person = await screen.registerAndSignIn();
      const title = `${person.user.username} hums`;
      await screen.open('/create?type=podcast');
      await screen.press(button('Record audio'));
      // Waits for four seconds, because the encoder of a busy WebKitGTK is about one second late.
      await screen.waitFor(button(/^Stop recording · (?!0:0[0-3])/));
      if (await screen.evaluate(canRunAudio)) await screen.until('moving bars', () => screen.evaluate(areBarsMoving));
      await screen.press(button(/^Stop recording/));
      await screen.waitForToast('File uploaded');
      await screen.evaluate(recordPlaying);
      const preview: Target = { role: 'region', name: /^Player of recording\./ };
      await screen.waitFor({ text: /^0:00 \/ (?!0:00)\d+:\d\d$/, within: preview });
      await screen.press(button('Play', preview));
      await screen.until('the preview', () => screen.evaluate(() => window.isHeard));
      await screen.evaluate(() => {
        window.isHeard = false;
      });
      await screen.fill(field('Title'), title);
      await screen.press(button('Publish'));
      const player: Target = { role: 'region', name: `Player of ${title}` };
      await screen.waitFor({ text: /^0:00 \/ (?!0:00)\d+:\d\d$/, within: player });
      await screen.press(button('Play', player));
      await screen.until('sound', () => screen.evaluate(() => window.isHeard));
    },
  },
  {
    rule: 'plays an episode, seeks in it and plays it on another page',
    run: async (screen) => {
      const person = await screen.registerAndSignIn();
      const mediaUrl = `data:audio/wav;base64,${wavFile(60).toString('base64')}`;
      const title = `${person.user.username} speaks`;
      const body = { title, description: secret, mediaType: 'audio', mediaUrl };
      const { id } = await person.expect<Podcast>('POST', '/api/podcasts', { body });
      await screen.open(`/podcasts/${id}`);
      const player: Target = { role: 'region', name: `Player of ${title}` };
      await screen.waitFor({ text: '0:00 / 1:00', within: player });
      await screen.press(button('Play', player));
      await screen.waitFor({ text: /^0:0[1-9] \/ 1:00$/, within: player });
      await screen.press(button('Pause', player));
      await screen.press({ role: 'slider', name: 'Position', within: player }, 0.75);
      await screen.waitFor({ text: /^0:4[3-7] \/ 1:00$/, within: player });
      await screen.press(button('Play', player));
      await screen.waitFor({ text: /^0:(4[89]|5\d) \/ 1:00$/, within: player });
      await screen.press({ ...link('Discover'), within: { role: 'navigation', name: 'Main' } });
      const bar: Target = { role: 'region', name: 'Playing' };
      await screen.press(button('Pause', bar));
      await screen.press({ role: 'slider', name: 'Position', within: bar }, 0.25);
      await screen.press(button('Play', bar));
      await screen.press(link(title));
      await screen.waitFor({ text: /^0:1[4-9] \/ 1:00$/, within: player });
    },
  },
  {
    rule: 'seeks in a recording without a length in its file',
    run: async (screen) => {
      const person = await screen.registerAndSignIn();
      const title = `${person.user.username} says a word`;
      const mediaUrl = `data:audio/mp4;base64,${readFileSync(recordedByChromium).toString('base64')}`;
      const { id } = await person.expect<Podcast>('POST', '/api/podcasts', {
        body: { title, description: null, mediaType: 'audio', mediaUrl },
      });
      await screen.open(`/podcasts/${id}`);
      const player: Target = { role: 'region', name: `Player of ${title}` };
      await screen.waitFor({ text: '0:00 / 0:03', within: player });
      await screen.press({ role: 'slider', name: 'Position', within: player }, 0.6);
      await screen.waitFor({ text: '0:02 / 0:03', within: player });
      await screen.press(button('Play', player));
      await screen.waitFor({ text: '0:03 / 0:03', within: player });
    },
  },
  {
    rule: 'sets a file of the device as the profile picture',
    run: async (screen) => {
      const { user } = await screen.registerAndSignIn();
      await screen.open('/settings');
      await screen.waitFor(heading('Profile picture'));
      await screen.engine.chooseFile(fileURLToPath(new URL('../../public/icons/icon-192.png', import.meta.url)));
      await screen.press(button('Save Changes'));
      await screen.waitFor(heading(new RegExp(`^${user.username}`)));
      await screen.until('the picture', () =>
        screen.evaluate(() =>
          [...document.querySelectorAll<HTMLImageElement>('main img[src^="/api/media/"]')].some(
            (image) => image.naturalWidth > 0,
          ),
        ),
      );
    },
  },
  {
    rule: 'deletes all content of a person as ambassador and brings it back',
    run: async (screen) => {
      const author = await registerNewcomer(screen.base, 'engine');
      const { id } = await author.ask({ title: 'What will be gone in a moment?' });
      const { username } = author.user;
      const isThere = async () => (await author.call<Question>('GET', `/api/questions/${id}`)).status === 200;
      const { username: name, password } = findLoginWithRole('ambassador');
      await screen.signIn(name, password);
      await screen.open('/admin');
      await screen.fill({ role: 'combobox', name: 'User' }, username);
      await screen.press({ role: 'option', name: new RegExp(username) });
      await screen.waitFor({ text: '1 question, with all discussions' });
      await screen.press(button('Delete All User Content'));
      await screen.press(button('Delete', { role: 'dialog', name: `Delete all content of ${username}?` }));
      const undo = button(`Undo the deletion of what ${username} has posted`);
      await screen.waitFor(undo);
      assert.equal(await isThere(), false);
      await screen.press(undo);
      await screen.until('the question is back', isThere);
    },
  },
];
