import { guest, type Story } from './story.ts';

/** Questions that were asked of one person: waiting, approved, answered at once, and left alone. */
export const askedOfPeople: readonly Story[] = [
  {
    by: 'maya',
    to: 'ines',
    title: 'What did the lighthouse keeper say after you had switched the recorder off?',
    asked: 3.9,
    decided: {
      as: 'approved',
      ago: 3.2,
      answer: {
        words:
          'He asked me whether I get lonely with all these voices. I have been answering him in my head for three days.',
        threshold: 8,
      },
    },
    boosts: 13,
    lastBoostMinutesAgo: 240,
    hours: 30,
    chat: `
diego +4: This is why the last ten minutes belong to nobody.
salma: He has had forty years to think of that question.
paolo: Please send him a card with your answer. Then tell us neither.
maya +3: I had hoped for a ghost story. This is one.
ines > maya: He would like that.
`,
  },
  {
    by: 'tomasz',
    to: 'ines',
    title: 'Which guest have you never been able to publish, and why?',
    description: 'You mentioned a shelf once. I think about the shelf.',
    asked: 6.8,
    decided: {
      as: 'approved',
      ago: 6.5,
      answer: {
        words: 'My mother. Two hours, and in every minute of it she is looking after my microphone instead of herself.',
        threshold: 20,
      },
    },
    boosts: 12,
    lastBoostMinutesAgo: 65,
    chat: `
amara +3: I am not boosting out of curiosity. I am boosting out of respect for shelves.
lena: Eight more. I counted.
nils: I have a shelf of one as well.
`,
  },
  {
    by: 'bo',
    to: 'ines',
    title: 'How do you know when somebody has finished a sentence?',
    asked: 0.5,
    boosts: 0,
    chat: '',
  },
  {
    by: guest,
    isAnonymous: true,
    to: 'ines',
    title: 'I was on your show in spring, under another name. Did you know that none of it was true?',
    asked: 0.9,
    boosts: 0,
    chat: '',
  },
  {
    by: 'noor',
    isAnonymous: true,
    to: 'ines',
    title: 'Do you still hear your own voice as somebody else’s?',
    description: 'I have recorded four minutes and deleted five.',
    asked: 1.3,
    boosts: 0,
    chat: '',
  },
  {
    by: 'lena',
    to: 'ines',
    title: 'Would you let me score one episode, with nothing but things from your kitchen?',
    asked: 2.6,
    boosts: 0,
    chat: '',
  },
  {
    by: guest,
    isAnonymous: true,
    to: 'ines',
    title: 'who does your hair',
    asked: 4.4,
    decided: { as: 'ignored', ago: 4.3 },
    boosts: 0,
    chat: '',
  },
  {
    by: 'sam',
    to: 'maya',
    title: 'If I brought you a plant that cannot die, how long would it take?',
    asked: 0.3,
    boosts: 0,
    chat: '',
  },
  {
    by: guest,
    isAnonymous: true,
    to: 'maya',
    title: 'Do you still set the table for two on Fridays?',
    asked: 0.7,
    boosts: 0,
    chat: '',
  },
  {
    by: 'eve',
    isAnonymous: true,
    to: 'maya',
    title: 'You answer everybody here within the hour. Who answers you?',
    asked: 1.9,
    boosts: 0,
    chat: '',
  },
  {
    by: 'hanna',
    to: 'maya',
    title: 'You found people after thirty. What did you say first, the exact words?',
    asked: 12.4,
    decided: { as: 'approved', ago: 12.1 },
    boosts: 7,
    chat: `
maya +4: "Is this seat taken, and would you like it to be?" It was a cinema. It was empty.
theo: That is either a very good sentence or a very good cinema.
bea +2: I have said "I like your tomatoes" over a fence. We have been on holiday twice.
hanna > maya: I am going to say it on Thursday. There is a choir.
`,
  },
  {
    by: 'arthur',
    to: 'maya',
    title: 'What would you teach if you were given one class for one hour?',
    asked: 20.7,
    decided: {
      as: 'approved',
      ago: 20.5,
      answer: {
        words: 'How to leave a party. Coat first, then one true sentence to one person, then the stairs.',
        threshold: 5,
      },
    },
    boosts: 9,
    chat: `
arthur +3: I would have needed that in 1974.
kofi: The one true sentence is the difficult third of it.
`,
  },
  {
    by: guest,
    isAnonymous: true,
    to: 'maya',
    title: 'hi',
    asked: 5.1,
    decided: { as: 'ignored', ago: 5.0 },
    boosts: 0,
    chat: '',
  },
  {
    by: 'priya',
    to: 'theo',
    title: 'How do you decide that something has to go, on a day when you are tired of people?',
    asked: 9.7,
    decided: {
      as: 'approved',
      ago: 9.4,
      answer: {
        words:
          'I do not, on such days. I make tea and look again. Most of it has become a person by then, and the rest can go.',
        threshold: 6,
      },
    },
    boosts: 11,
    chat: `
ruth +5: This is exactly how triage works, minus the tea. I shall suggest the tea.
jonas: I was once "the rest". It was fair.
theo > jonas: You were the tea, mostly.
`,
  },
  {
    by: guest,
    isAnonymous: true,
    to: 'theo',
    title: 'You removed something of mine in the first week. I was drunk and you were kind about it. Do you remember?',
    asked: 0.6,
    boosts: 0,
    chat: '',
  },
  {
    by: 'wren',
    to: 'theo',
    title: 'May I put the baby’s first laugh on here, or is that hers to decide?',
    asked: 1.1,
    boosts: 0,
    chat: '',
  },
  {
    by: 'zoe',
    to: 'arthur',
    title: 'Did you ever meet a pupil who knew more than you, and how did you breathe?',
    asked: 16.2,
    decided: {
      as: 'approved',
      ago: 15.9,
      answer: {
        words:
          'Twice. I opened a window and said: please go on. The second one is my doctor now. She says the same to me.',
        threshold: 7,
      },
    },
    boosts: 15,
    chat: `
salma +3: "Please go on" belongs above every door.
rafa: I already want to have been in your class.
`,
  },
  {
    by: 'jonas',
    to: 'ruth',
    title: 'What do you hum on the ward at four in the morning?',
    asked: 7.4,
    decided: { as: 'approved', ago: 7.2 },
    boosts: 6,
    chat: `
ruth +4: The theme of a programme about trains. Nobody has asked me to stop. One man of ninety does the whistle.
yuki: May he do it for many years.
`,
  },
];
