export const landingTexts = {
  headline: ['Ask it quietly.', 'Let them turn it '],
  headlineStrong: 'up.',
  lead: 'Post a question and hide its replies behind a number of boosts. When enough people want to know, everyone hears it.',
  getStarted: 'Get Started',
  startJourney: 'Start Your Journey',
  features: {
    ask: { title: 'Ask Questions', text: 'Under your name or under nobody’s. Replies arrive live.' },
    boost: {
      title: 'Boost Content',
      text: 'A boost turns a question up. Enough of them, and the hidden replies are heard.',
    },
    level: {
      title: 'Level & Auras',
      text: 'Asking, answering and boosting earn XP, and ten levels of light around your face.',
    },
  },
  sample: {
    label: 'A sample question',
    time: '2 hours ago',
    title: 'What did you pretend to understand for the longest time?',
    words: 'Offside. I have nodded through four World Cups, and now my daughter asks me to explain it.',
    tryIt: 'Try it',
    thatWasYou: 'That was you.',
    account: 'Create an account',
  },
};

/** Texts for browsers that cannot run the app. The build writes them into the document. */
export const startTexts = {
  late: (browsers: readonly string[]) =>
    `This takes long. Hearsay needs ${browsers.slice(0, -1).join(', ')} or ${browsers.at(-1)}.`,
  noScript: 'Hearsay needs JavaScript. Please turn it on and load this page again.',
};
