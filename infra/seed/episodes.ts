import type { SoundKind } from './sounds.ts';

/** Something that a creator has published, with what is heard or seen when it is played. */
export type SeedEpisode = SeedEpisodeWords & ({ readonly sound: SoundKind } | { readonly film: 'lighthouse' });

interface SeedEpisodeWords {
  /** How scenes call it. */
  readonly key: string;
  readonly by: string;
  readonly title: string;
  readonly description?: string;
  readonly seconds: number;
  /** Days before the seed. */
  readonly published: number;
  readonly plays: number;
  readonly boosts: number;
}

/** All sounds and pictures are made by programs (`sounds.ts`, `films.ts`), which their words do not hide: nobody's recording is among them. */
export const episodes: readonly SeedEpisode[] = [
  {
    key: 'lamp-room',
    by: 'ines',
    title: 'The lamp room, before anybody speaks',
    description:
      'He would not let me record the sea, he said it was not ready. So I built it at home from noise, until he nodded. A minute of it, to listen to before Thursday’s talk.',
    sound: 'waves',
    seconds: 64,
    published: 2.3,
    plays: 21,
    boosts: 17,
  },
  {
    key: 'four-in-the-morning',
    by: 'ines',
    title: 'Four in the morning, window open',
    description: 'For the night shift. Two crickets who do not agree, and a fridge far away.',
    sound: 'night',
    seconds: 52,
    published: 0.4,
    plays: 12,
    boosts: 9,
  },
  {
    key: 'small-bells',
    by: 'ines',
    title: 'Small bells for people who are bad at waking up',
    sound: 'music-box',
    seconds: 48,
    published: 19.6,
    plays: 18,
    boosts: 11,
  },
  {
    key: 'no-town',
    by: 'diego',
    title: 'Bells of a town that is on no map',
    description:
      'You asked for sounds that have died out. These never lived. I tuned them one evening to what I remember of a holiday.',
    sound: 'bells',
    seconds: 60,
    published: 8.6,
    plays: 16,
    boosts: 12,
  },
  {
    key: 'last-train',
    by: 'diego',
    title: 'Sleeping next to the line: the 23:40, every night of my childhood',
    description: 'Rebuilt from memory, clack by clack. My sister listened and moved over to the wall.',
    sound: 'train',
    seconds: 58,
    published: 27.8,
    plays: 19,
    boosts: 14,
  },
  {
    key: 'rain-on-letters',
    by: 'amara',
    title: 'Rain to read letters by',
    description: 'I have still not decided about the suitcase. This is what I listen to while I do not decide.',
    sound: 'rain',
    seconds: 55,
    published: 5.3,
    plays: 14,
    boosts: 8,
  },
  {
    key: 'silent-lamp',
    by: 'diego',
    title: 'Silent film: the lamp turns, nobody speaks',
    description:
      'My first moving picture. I drew it line by line because the ferry does not go in November. There is no sound on purpose.',
    film: 'lighthouse',
    seconds: 24,
    published: 3.4,
    plays: 13,
    boosts: 10,
  },
  {
    key: 'kitchen',
    by: 'lena',
    title: 'A melody for the washing machine, third movement',
    description: 'It ends when the laundry does. I have a theory about kitchens, this is its proof.',
    sound: 'music-box',
    seconds: 44,
    published: 13.2,
    plays: 9,
    boosts: 6,
  },
  {
    key: 'pilot',
    by: 'paolo',
    title: 'Pilot: eleven listeners and me',
    description: 'The weather is cut. There is one cloud left, you can hear it at the end.',
    sound: 'rain',
    seconds: 41,
    published: 1.2,
    plays: 11,
    boosts: 5,
  },
];
