import type { Story } from './story.ts';

/** Work, money, learning. */
export const work: readonly Story[] = [
  {
    by: 'priya',
    title: 'What is the best bug you ever met?',
    description: 'Mine greeted one customer in Latvian, on Tuesdays, for a year. She had started to answer.',
    asked: 37.1,
    boosts: 11,
    chat: `
jonas: The system that crashed when the cleaner came. Vacuum, socket, silence. It took nine weeks and a biscuit to find out.
lena: A track that was one semitone off only when the sun shone on the tape machine.
tomasz: A door counter that counted the automatic door.
priya > jonas +4: What did the biscuit do?
jonas > priya: It made her stay and tell me.
`,
  },
  {
    by: 'ruth',
    title: 'How do you come home from work, I mean really arrive?',
    description: 'I am home at eight in the morning and my head is home at noon.',
    asked: 33.2,
    boosts: 15,
    chat: `
omar: Shoes off before the door, apron in the car. The stairs are for the last customer, then he has to go.
kofi: I say the name of the street aloud. Sounds foolish. I live on a nice street.
hanna: I stay on for one station too many and walk back.
theo: The dog decides when I am home.
amara: I write down one thing somebody said and give it to the drawer.
ruth > amara +4: I bought a drawer. I mean a notebook. It worked on the second day.
`,
  },
  {
    by: 'lena',
    title: 'How do you price a thing that took you an evening and twenty years?',
    asked: 28.3,
    boosts: 12,
    chat: `
luca: My grandfather charged for the twenty years and gave the evening as a present.
amara: Say the number, then close your mouth. The second half is the craft.
priya: Ask what it costs them if it goes wrong.
lena > luca +3: Your grandfather has just got me paid.
`,
  },
  {
    by: 'arthur',
    title: 'What did a teacher say to you that turned out to be true much later?',
    description: 'I ask because I said things to about four thousand children and would like to know the odds.',
    asked: 25.6,
    boosts: 18,
    chat: `
maya +4: "You finish other people's sentences because you are afraid of your own."
felix: "You are not bad at sitting, you are good at going."
sam: "One day somebody will pay you to be like this." Still waiting, but the tone was nice.
noor: "Look at the question until it looks back."
bea: She said nothing. She moved me to the window.
salma +3: You said to me, in 1994, third row: "Salma, the book will wait, that is the whole point of it." I have wanted to tell you for weeks, sir.
arthur > salma +12: Miss Haddad. You were reading under the desk. I let you finish the chapter.
`,
  },
  {
    by: 'kofi',
    isAnonymous: true,
    title: 'I earn more than my older brother now and we both pretend not to know. How do you pay for dinner?',
    description: 'He taught me to count. With beans. I still see beans when I pay.',
    threshold: 8,
    asked: 17.3,
    boosts: 4,
    chat: `
theo: Before he comes, at the till. Then complain that they forgot the bill.
bea: Let him pay for the beans. For ever. You take the rest.
(kofi) > bea: This is so good that I am suspicious of it.
`,
  },
  {
    by: 'jonas',
    title: 'Which tool do you own that is older than you and better?',
    asked: 11.9,
    boosts: 7,
    chat: `
arthur: Myself, from where you sit.
omar: A wooden peel. The handle fits a hand that none of us has.
diego: A microphone from 1962. It makes everybody sound as if they had decided something.
nils: The knife. You knew I would say the knife.
`,
  },
  {
    by: 'amara',
    title: 'How do you begin, on a day without any beginning in it?',
    asked: 8.8,
    boosts: 14,
    chat: `
lena: With the worst sound in the folder. Everything after it is an improvement.
yuki: Water on. While it is getting ready, so am I.
felix: The first hundred metres are somebody else's job. I only get on.
maya: I write "what I do not want to say is", and then there I am.
amara > maya +5: I did. There I was. Four pages.
`,
  },
  {
    by: 'rafa',
    title: 'How do you ask for a day off without a story?',
    asked: 5.8,
    boosts: 8,
    chat: `
priya: "I will be away on Friday." Full stop. The full stop does the work.
greta: I have used up all my aunts, so I can only support this.
ruth: As somebody who makes the lists: the ones without a story are my favourites.
`,
  },
  {
    by: 'paolo',
    title: 'Is there a job that you would do for one day only?',
    asked: 2.8,
    boosts: 6,
    chat: `
sam: The person who says "mind the gap".
hanna: Whistle. You know which one.
tomasz: Moon. One day. I have prepared a greeting.
zoe: I would open the sluice. There must be a wheel.
`,
  },
];
