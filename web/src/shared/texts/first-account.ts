import { counted, figures } from './language.ts';

export const firstAccountTexts = {
  title: 'Your first steps',
  close: 'Close your first steps',
  xp: (xp: number, of: number) => `${figures(xp)} of ${figures(of)}`,
  unit: 'XP',
  done: 'Done',
  toDo: 'To do',
  turnUp: { title: 'Turn one up', titleOfOne: 'Turn this one up', verb: 'Turn it up', isOn: 'Turned up' },
  follow: {
    title: (people: number) => `Follow ${counted(people, { one: 'person', other: 'people' })}`,
    state: (count: number, of: number) => `${figures(count)} of ${figures(of)}`,
  },
  ask: { title: 'Ask your own' },
  next: {
    title: 'Answer this one, or turn it up',
    lead: (answer: number, boost: number) => `An answer brings ${figures(answer)} XP, a boost ${figures(boost)}.`,
    label: 'Your answer',
    underName: 'It shows your name.',
    submit: 'Answer',
    answered: 'Answered.',
    see: 'See it',
    another: 'Next question',
    none: 'Nothing more is open to you right now.',
  },
};
