import { answers, never, type Scene, type Tour } from '../scene.ts';

/** Profiles, levels and auras. */
export const peopleScenes: readonly Scene[] = [
  { name: 'profile-own', isWhole: true, arrange: async (tour) => tour.open(await tour.as('fan'), '/profile') },
  { name: 'profile-newcomer', isWhole: true, arrange: (tour) => tour.newcomer('/profile') },
  { name: 'profile-other', isWhole: true, arrange: async (tour) => tour.open(await tour.as('fan'), '/@ines.calder') },
  { name: 'profile-ambassador', arrange: async (tour) => tour.open(await tour.as('fan'), '/@theo.okafor') },
  { name: 'profile-divine', arrange: async (tour) => tour.open(await tour.as('fan'), '/@grandpa_arthur') },
  {
    name: 'profile-reposts',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/@ines.calder');
      await page.getByRole('tab', { name: 'Reposts' }).click();
      return page;
    },
  },
  {
    name: 'profile-pending',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.member();
      await tour.pending(await tour.member(), page, 'What would you never say on stage?');
      await tour.open(page, '/profile');
      await page.getByRole('tab', { name: /Pending/ }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      return page;
    },
  },
  {
    name: 'profile-pending-together',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.member();
      const asker = await tour.member();
      for (const what of ['say', 'sing', 'wear'])
        await tour.pending(asker, page, `What would you never ${what} on stage?`);
      await tour.pending(await tour.member(), page, 'What do you do when nobody listens?', true);
      await tour.open(page, '/profile?tab=pending');
      await page.getByRole('button', { name: 'Ignore all' }).waitFor();
      return page;
    },
  },
  {
    name: 'profile-hidden-activity',
    isWhole: true,
    arrange: async (tour) => {
      const other = await tour.member();
      await tour.call(other, 'PATCH', `/api/users/${other.member.id}/activity`, { showActivity: false });
      return tour.open(await tour.member(), `/@${encodeURIComponent(other.member.username)}`);
    },
  },
  {
    name: 'profile-loading',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route(/\/api\/users\/[0-9a-f-]+$/, never);
      await page.goto('/profile');
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      return page;
    },
  },
  ...(['fan', 'ambassador', 'spotlight'] as const).map((role) => ({
    name: `aura-settings-${role}`,
    isWhole: true as const,
    arrange: async (tour: Tour) => tour.open(await tour.as(role), '/aura-settings'),
  })),
  { name: 'xp-stats', isWhole: true, arrange: async (tour) => tour.open(await tour.as('fan'), '/xp-stats') },
  { name: 'xp-stats-newcomer', isWhole: true, arrange: (tour) => tour.newcomer('/xp-stats') },
  {
    name: 'xp-stats-top',
    isWhole: true,
    arrange: async (tour) => tour.open(await tour.signedIn('grandpa_arthur', 'hear-and-say'), '/xp-stats'),
  },
  {
    name: 'level-up',
    arrange: async (tour) => {
      const page = await tour.as('fan');
      await page.addInitScript((id) => localStorage.setItem(`level-shown:${id}`, '3'), page.member.id);
      await tour.open(page, '/');
      await page.getByText('You have made yourself heard.').waitFor();
      return page;
    },
  },
  {
    name: 'profile-no-pending',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/pending-questions', answers([]));
      await tour.open(page, '/profile');
      await page.getByRole('tab', { name: /Pending/ }).click();
      return page;
    },
  },
];
