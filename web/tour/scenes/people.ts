import {
  ambassador,
  answers,
  button,
  click,
  fan,
  hangs,
  newcomer,
  role,
  type Scenes,
  scene,
  see,
  spotlight,
  tab,
  text,
  whole,
} from '../scene.ts';

const stage = 'What would you never say on stage?';
const pendingTab = click(tab(/Pending/));

export const peopleScenes: Scenes = {
  'profile-own': whole(fan, '/profile'),
  'profile-newcomer': whole(newcomer, '/profile'),
  'profile-other': whole(fan, '/@ines.calder'),
  'profile-ambassador': scene(fan, '/@theo.okafor'),
  'profile-divine': scene(fan, '/@grandpa_arthur'),
  'profile-reposts': whole(fan, '/@ines.calder', click(tab('Reposts'))),
  'profile-pending': whole(
    newcomer,
    async (tour, page) => {
      await tour.pending(await tour.member(), page, stage);
      return '/profile';
    },
    pendingTab,
    see(button('Approve')),
  ),
  'profile-pending-together': whole(
    newcomer,
    async (tour, page) => {
      const asker = await tour.member();
      for (const what of ['say', 'sing', 'wear']) {
        await tour.pending(asker, page, `What would you never ${what} on stage?`);
      }
      await tour.pending(await tour.member(), page, 'What do you do when nobody listens?', true);
      return '/profile?tab=pending';
    },
    see(button('Ignore all')),
  ),
  'profile-no-pending': whole(newcomer, '/profile', answers('**/pending-questions', []), pendingTab),
  'profile-hidden-activity': scene(newcomer, async (tour) => {
    const other = await tour.member();
    await tour.call(other, 'PATCH', `/api/users/${other.member.id}/activity`, { showActivity: false });
    return `/@${encodeURIComponent(other.member.username)}`;
  }),
  'profile-loading': {
    arrange: async (tour) => {
      const page = await tour.member();
      await hangs(/\/api\/users\/[0-9a-f-]+$/).run(page, tour);
      await page.goto('/profile');
      await see(role('navigation', 'Main')).run(page, tour);
      return page;
    },
  },
  'aura-settings-fan': whole(fan, '/aura-settings'),
  'aura-settings-ambassador': whole(ambassador, '/aura-settings'),
  'aura-settings-spotlight': whole(spotlight, '/aura-settings'),
  'xp-stats': whole(fan, '/xp-stats'),
  'xp-stats-newcomer': whole(newcomer, '/xp-stats'),
  'xp-stats-top': whole((tour) => tour.signedIn('grandpa_arthur', 'hear-and-say'), '/xp-stats'),
  'level-up': scene(
    fan,
    async (_tour, page) => {
      await page.addInitScript((id) => localStorage.setItem(`level-shown:${id}`, '3'), page.member.id);
      return '/';
    },
    see(text('You have made yourself heard.')),
  ),
};
