import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLoginWithRole } from './flows.ts';
import type { Screen } from './screen.ts';

const folder = fileURLToPath(new URL('../../../.local/engines/', import.meta.url));

const firstPathOf = async (kind: string): Promise<string> => {
  const feed = (await (await fetch('/api/feed?sortBy=trending&page=1&limit=50')).json()) as {
    kind: string;
    id: string;
  }[];
  return `/${kind}s/${feed.find((item) => item.kind === kind)?.id}`;
};

const isDrawn = async (): Promise<boolean> => {
  await document.fonts.ready;
  for (let frame = 0; frame < 30; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  const isWaiting = document.querySelector('h1') === null || document.querySelector('main [aria-busy=true]') !== null;
  return !isWaiting && [...document.images].every(({ complete, loading }) => complete || loading === 'lazy');
};

const screens: Readonly<Record<string, (screen: Screen) => string | Promise<string>>> = {
  feed: () => '/',
  discover: () => '/discover',
  question: (screen) => screen.evaluate(firstPathOf, 'question'),
  podcast: (screen) => screen.evaluate(firstPathOf, 'podcast'),
  profile: () => '/profile',
  create: () => '/create?type=question',
  notifications: () => '/notifications',
};

export const takePictures = async (screen: Screen, engine: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const take = async (name: string, path: string) => {
    await screen.open(path);
    await screen.waitUntilGone({ text: /^Loading/ });
    await screen.until(name, () => screen.evaluate(isDrawn));
    await screen.engine.screenshot(join(folder, `${name}.${engine}.png`));
  };
  await take('landing', '/');
  const { username, password } = findLoginWithRole('fan');
  await screen.signIn(username, password);
  for (const [name, pathOf] of Object.entries(screens)) await take(name, await pathOf(screen));
};
