/** Somebody of the seeded community. */
export interface SeedPerson {
  /** How the stories call them. */
  readonly key: string;
  readonly username: string;
  /** Days before the seed. */
  readonly joined: number;
  readonly isCreator?: true;
  readonly role?: 'ambassador' | 'spotlight';
  /** XP to end with; an operator grants what the acts do not bring. Without it the acts alone count. */
  readonly xp?: number;
  /** How often they boost what others write, against the others; 0 = never unless a story says so. */
  readonly boosting: number;
}

/** Everybody who moves in. The first one comes first: the seed recognises itself by them. */
export const people: readonly SeedPerson[] = [
  { key: 'arthur', username: 'grandpa_arthur', joined: 42, xp: 31_250, boosting: 3 },
  { key: 'theo', username: 'theo.okafor', joined: 41.8, role: 'ambassador', xp: 8_920, boosting: 3 },
  { key: 'ines', username: 'ines.calder', joined: 41.7, role: 'spotlight', isCreator: true, xp: 16_400, boosting: 2 },
  { key: 'maya', username: 'maya.winters', joined: 41.5, boosting: 3 },
  { key: 'salma', username: 'salma.reads', joined: 41.4, role: 'ambassador', xp: 15_310, boosting: 3 },
  { key: 'ruth', username: 'ruth.nightnurse', joined: 41.2, xp: 7_780, boosting: 2 },
  { key: 'amara', username: 'amara.writes', joined: 41.1, isCreator: true, xp: 6_140, boosting: 2 },
  { key: 'diego', username: 'diego_radio', joined: 41, isCreator: true, xp: 4_560, boosting: 2 },
  { key: 'priya', username: 'priya.codes', joined: 40.9, xp: 2_480, boosting: 3 },
  { key: 'kofi', username: 'kofi.mensah', joined: 40.8, xp: 3_350, boosting: 2 },
  { key: 'luca', username: 'luca.ferri', joined: 40.6, xp: 2_090, boosting: 2 },
  { key: 'omar', username: 'omar.bakes', joined: 40.5, xp: 1_490, boosting: 2 },
  { key: 'yuki', username: 'yuki.tea', joined: 40.4, xp: 1_180, boosting: 2 },
  { key: 'hanna', username: 'hanna.l', joined: 40.3, xp: 1_760, boosting: 3 },
  { key: 'jonas', username: 'jonas.h', joined: 40.1, boosting: 2 },
  { key: 'noor', username: 'noor_b', joined: 40, boosting: 3 },
  { key: 'felix', username: 'felix_on_bikes', joined: 39.8, boosting: 2 },
  { key: 'greta', username: 'greta.m', joined: 39.6, boosting: 1 },
  { key: 'sam', username: 'sam.pickle', joined: 39.5, boosting: 2 },
  { key: 'wren', username: 'wren', joined: 39.3, boosting: 2 },
  { key: 'tomasz', username: 'tomasz', joined: 39.1, boosting: 1 },
  { key: 'bea', username: 'bea.trice', joined: 38.9, boosting: 2 },
  { key: 'lena', username: 'lena.loops', joined: 38.7, isCreator: true, boosting: 1 },
  { key: 'paolo', username: 'paolo.pod', joined: 38.5, isCreator: true, boosting: 1 },
  { key: 'zoe', username: 'zoë.marsh', joined: 38.2, boosting: 1 },
  { key: 'eve', username: 'evening_eve', joined: 36, boosting: 0.4 },
  { key: 'nils', username: 'nils.fjord', joined: 33, boosting: 0.4 },
  { key: 'rafa', username: 'rafa', joined: 19, boosting: 0 },
  { key: 'mina', username: 'mina.new', joined: 6, boosting: 0 },
  { key: 'bo', username: 'bo_just_listens', joined: 2.5, boosting: 0 },
  { key: 'kim', username: 'quick.coin.kim', joined: 1.47, boosting: 0 },
  { key: 'deal', username: 'deal_of_the_day', joined: 0.9, boosting: 0 },
];

/** The accounts that the start prints. */
export const loginKeys = { fan: 'maya', ambassador: 'theo', spotlight: 'ines' } as const;
