/** What a scene is about: a question by its title, somebody's n-th message under it, or an episode by its key. */
export type SeedSubject =
  | { readonly question: string; readonly said?: { readonly by: string; readonly nth: number } }
  | { readonly episode: string };

/** Somebody passes something on, with words of their own or without. */
export interface SeedRepost {
  readonly by: string;
  readonly about: SeedSubject;
  readonly words?: string;
  /** Days before the seed. */
  readonly ago: number;
}

const roomOrRecording = 'Do you hear the difference between a room and a recording of a room?';

export const reposts: readonly SeedRepost[] = [
  { by: 'salma', about: { episode: 'lamp-room' }, words: 'One minute. Sit down for it.', ago: 2.1 },
  { by: 'nils', about: { episode: 'lamp-room' }, ago: 1.8 },
  {
    by: 'hanna',
    about: { episode: 'four-in-the-morning' },
    words: 'The second cricket is me, in meetings.',
    ago: 0.25,
  },
  {
    by: 'ruth',
    about: { episode: 'four-in-the-morning' },
    words: 'We had this on in the ward kitchen tonight. Nobody spoke.',
    ago: 0.15,
  },
  {
    by: 'arthur',
    about: { episode: 'last-train' },
    words: 'Mine came at 23:52. I could have told you the driver.',
    ago: 27.1,
  },
  { by: 'yuki', about: { episode: 'rain-on-letters' }, ago: 4.9 },
  {
    by: 'ines',
    about: { question: roomOrRecording },
    words: 'Everybody who owns a microphone: read the answer about the hall.',
    ago: 17.2,
  },
  {
    by: 'maya',
    about: { question: roomOrRecording, said: { by: 'arthur', nth: 0 } },
    words: 'I have not been able to use the phone since.',
    ago: 17.0,
  },
  {
    by: 'maya',
    about: { question: 'What should I ask somebody who has kept a lighthouse for forty years?' },
    ago: 4.1,
  },
  {
    by: 'theo',
    about: { question: 'What did people bring you that really helped when the baby came?' },
    words: 'Keep this one. You will need it for somebody.',
    ago: 8.2,
  },
  {
    by: 'kofi',
    about: { question: 'How did you find your people after thirty?' },
    words: 'For the new ones here.',
    ago: 34.2,
  },
  { by: 'felix', about: { question: 'How did you find your people after thirty?' }, ago: 0.9 },
  {
    by: 'jonas',
    about: { question: 'What do you say at the door when somebody has lost somebody?' },
    words: 'I needed it yesterday. Thank you.',
    ago: 0.7,
  },
  {
    by: 'bea',
    about: { question: 'What is the kindest lie you ever told, and are you still telling it?' },
    words: 'One more boost and we hear about the cat.',
    ago: 0.05,
  },
  {
    by: 'amara',
    about: { question: 'What did the lighthouse keeper say after you had switched the recorder off?' },
    words: 'The best question of the month was asked by a listener.',
    ago: 2.4,
  },
  {
    by: 'noor',
    about: { question: 'How do you decide that something has to go, on a day when you are tired of people?' },
    ago: 1.2,
  },
  {
    by: 'omar',
    about: { question: 'How do you price a thing that took you an evening and twenty years?' },
    words: 'Bread, mostly.',
    ago: 25.1,
  },
];

/** Whom everybody may come to follow: those who are followed by more come earlier. */
export const followed: readonly { readonly key: string; readonly weight: number }[] = [
  { key: 'ines', weight: 9 },
  { key: 'arthur', weight: 7 },
  { key: 'theo', weight: 6 },
  { key: 'maya', weight: 6 },
  { key: 'diego', weight: 5 },
  { key: 'salma', weight: 5 },
  { key: 'ruth', weight: 4 },
  { key: 'amara', weight: 4 },
  { key: 'hanna', weight: 2 },
  { key: 'wren', weight: 2 },
  { key: 'lena', weight: 2 },
  { key: 'jonas', weight: 2 },
  { key: 'priya', weight: 1 },
  { key: 'kofi', weight: 1 },
  { key: 'paolo', weight: 1 },
  { key: 'noor', weight: 1 },
];

/** Follows of the last days, so that those who look after a while find some. */
export const newFollows: readonly { readonly by: string; readonly whom: string; readonly ago: number }[] = [
  { by: 'bo', whom: 'maya', ago: 0.45 },
  { by: 'mina', whom: 'theo', ago: 0.8 },
  { by: 'mina', whom: 'ines', ago: 0.79 },
  { by: 'rafa', whom: 'maya', ago: 1.1 },
  { by: 'bo', whom: 'ines', ago: 0.5 },
];

/** Somebody tells the ambassadors about something; some of it has been looked at. */
export interface SeedReport {
  readonly by: string;
  readonly about: SeedSubject;
  readonly reason: string;
  readonly ago: number;
  readonly resolved?: { readonly by: string; readonly ago: number };
}

const sofa = 'Earn 400 a day from your sofa. Who is in?';

export const reports: readonly SeedReport[] = [
  {
    by: 'maya',
    about: { question: sofa },
    reason: 'An advertisement. It has also written to me under a second name.',
    ago: 0.78,
  },
  {
    by: 'hanna',
    about: { question: sofa },
    reason: 'This is the third one this week, the words are always the same.',
    ago: 0.7,
  },
  {
    by: 'bea',
    about: { question: sofa, said: { by: 'deal', nth: 0 } },
    reason: 'He goes on under the question. My daughter is fifteen and reads here.',
    ago: 0.68,
  },
  {
    by: 'wren',
    about: { question: 'What do you know about your neighbours from sound alone?', said: { by: 'sam', nth: 0 } },
    reason: 'I believe this is our house. It is funny, but please make sure that nobody adds the street.',
    ago: 1.3,
  },
  {
    by: 'hanna',
    about: { episode: 'no-town' },
    reason:
      'My cousin says that these are the bells of his village and that somebody should have asked. I cannot tell, please listen.',
    ago: 1.25,
  },
  {
    by: 'maya',
    about: {
      question: 'Honest numbers: how many minutes do you give a new podcast before you leave?',
      said: { by: 'bea', nth: 0 },
    },
    reason: 'Sorry, my thumb slipped. There is nothing wrong with it at all.',
    ago: 14.9,
    resolved: { by: 'salma', ago: 14.6 },
  },
  {
    by: 'ines',
    about: { question: 'Would you listen to an hour of a stranger reading old letters aloud, unsorted?' },
    reason:
      'Not against her: could somebody who knows the law look at this before she records? I would hate her to get a letter of her own.',
    ago: 22.1,
    resolved: { by: 'theo', ago: 21.4 },
  },
  {
    by: 'theo',
    about: {
      question: 'Which small crime of yours would ruin you if the people at work knew?',
      said: { by: 'omar', nth: 0 },
    },
    reason: 'I am too fond of him to judge this. Please look, somebody else: does it tell where he works?',
    ago: 0.9,
    resolved: { by: 'salma', ago: 0.6 },
  },
  {
    by: 'maya',
    about: { question: 'Is it wrong to be relieved that the wedding is off?', said: { by: 'luca', nth: 0 } },
    reason: 'He means well. But she asks without a name, and he writes as if he knew whose wedding it was.',
    ago: 1.35,
    resolved: { by: 'theo', ago: 0.95 },
  },
  {
    by: 'ines',
    about: {
      question: 'What should I ask somebody who has kept a lighthouse for forty years?',
      said: { by: 'zoe', nth: 0 },
    },
    reason:
      'She asked me to report it, so that she sees what happens then. Now I have. There is nothing wrong with it.',
    ago: 1.1,
    resolved: { by: 'salma', ago: 1.0 },
  },
];
