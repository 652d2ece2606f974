import type { Page } from '@playwright/test';
import {
  act,
  ambassador,
  article,
  click,
  fails,
  hangs,
  newcomer,
  nowhere,
  offline,
  type Scenes,
  type Step,
  scene,
  scrollTo,
  see,
  tab,
  text,
  type Who,
  whole,
} from '../scene.ts';

interface Reading {
  readonly path: string;
  readonly reads: string | RegExp;
  readonly failed?: string;
  readonly who?: Who<Page>;
  readonly below?: string;
}

const level = { reads: /\/api\/auth\/user$/, failed: 'Error loading your level' };
const readings: Readonly<Record<string, Reading>> = {
  'discover-search': { path: '/discover?q=ma', reads: '**/api/users/search?**', failed: 'Failed to search users' },
  podcast: { path: `/podcasts/${nowhere}`, reads: '**/api/podcasts/**', failed: 'This episode could not be loaded.' },
  'xp-stats': { path: '/xp-stats', ...level },
  'aura-settings': { path: '/aura-settings', ...level },
  sessions: {
    path: '/settings',
    reads: '**/api/auth/sessions',
    failed: 'Error loading your sessions',
    below: 'Where you are signed in',
  },
  admin: { path: '/admin', reads: '**/api/users?**', failed: 'Failed to fetch users', who: ambassador },
  reports: {
    path: '/notifications?tab=reports',
    reads: '**/api/reports/ambassador?**',
    failed: 'Failed to fetch reports',
    who: ambassador,
    below: 'Resolved',
  },
  discover: { path: '/discover', reads: '**/api/feed?**' },
  'my-content': { path: '/my-content', reads: '**/api/users/*/content**' },
  question: { path: `/questions/${nowhere}`, reads: '**/api/questions/**' },
};

const toTheMiddle = (words: string): Step =>
  act((page) => page.getByText(words, { exact: true }).evaluate((found) => found.scrollIntoView({ block: 'center' })));

export const waitingScenes: Scenes = {
  ...Object.fromEntries(
    Object.entries(readings).flatMap(([name, { path, reads, failed, who = newcomer, below }]) => [
      [`${name}-loading`, scene(who, path, hangs(reads), ...(below ? [toTheMiddle(below)] : []))],
      ...(failed ? [[`${name}-failed`, scene(who, path, fails(reads), scrollTo(text(failed)))]] : []),
    ]),
  ),
  'profile-parts-failed': whole(
    newcomer,
    '/@ines.calder',
    fails('**/following-status?**'),
    fails('**/recent-question'),
    see(text('Failed to fetch recent question')),
  ),
  'profile-pending-failed': scene(
    newcomer,
    '/profile',
    fails('**/pending-questions'),
    click(tab(/Pending/)),
    scrollTo(text('Error loading pending questions')),
  ),
  'discover-offline': scene(
    newcomer,
    '/discover',
    see(article),
    offline,
    click(text('Most Replies', true)),
    see(text('This loads as soon as you are back.')),
  ),
};
