import type { Story } from './story.ts';

/** Family, friends, love, and those who are missing. */
export const hearts: readonly Story[] = [
  {
    by: 'theo',
    title: 'What do you say at the door when somebody has lost somebody?',
    description: 'I always bring soup and then talk about the soup.',
    asked: 38.1,
    boosts: 16,
    chat: `
ruth +5: You say the name. People stop saying the name.
omar: Soup is a good sentence.
arthur: "I am not going to ask how you are. I have come to do the bins." I married the whole street in my heart for that one.
bea: Come again after three weeks. Everyone comes in the first.
theo > bea: Three weeks. It is in the calendar for the rest of my life.
`,
  },
  {
    by: 'maya',
    title: 'How did you find your people after thirty?',
    asked: 35.4,
    boosts: 14,
    chat: `
hanna: A choir. I can not sing. It turned out that this was not the question.
jonas: I said yes to the allotment meeting. There were scones and a feud.
noor: I am twenty-six and taking notes.
felix: Be late in the same place for long enough.
wren: Prams. It is like dogs, but they lie there.
maya > felix +3: I have been late in the same café since March. The waiter has introduced me to another late one.
`,
  },
  {
    by: 'luca',
    title: 'Which recipe died with somebody in your family?',
    description: "My grandmother's bread. We have the flour, the oven, the bowl and the spoon, and we do not have it.",
    asked: 32.4,
    boosts: 13,
    chat: `
omar: The water. I would look at the water, or at the room. Bread knows which kitchen it is in.
yuki: A pickle. She said: until it smells like Thursday.
kofi: Pepper soup. My mother says she has it. We all say that she has it.
salma: Ask the neighbour she did not like. They always know the recipe.
luca > salma +6: I asked. It was the neighbour's recipe. Forty years. I can never tell my father.
`,
  },
  {
    by: 'zoe',
    title: 'My sister and I have not spoken since the flat was sold. Who moves first?',
    description: 'She got the kitchen table. I got the right to be angry about it. I would swap.',
    threshold: 12,
    asked: 13.1,
    boosts: 12,
    lastBoostMinutesAgo: 150,
    hours: 60,
    chat: `
bea: The one who wants to. It is not a punishment, it is a lead.
ruth: Two taps.
zoe > ruth +4: That was below the belt and it was the right place.
tomasz: Write: is the table well?
amara: Do not explain anything in the first message. A first message is a foot in a door, not furniture.
zoe: I wrote "is the table well". She answered after four minutes. It wobbles, she said. It has always wobbled on your side.
maya > zoe +7: On your side. She has kept your side.
`,
  },
  {
    by: 'nils',
    isAnonymous: true,
    title: "How long is too long to keep somebody's voice on the answering machine?",
    description: 'It says that we are not at home. I ring it from the boat when I am not at home.',
    threshold: 10,
    asked: 10.9,
    boosts: 5,
    chat: `
arthur: I do not know, and I have had eleven years to find out.
lena: Make two copies, and let me clean neither of them. Keep the room.
diego: There is no too long. There is only a tape that gets thin. I have a machine, write to me.
(nils) > diego: I will. It has to be sent by hand.
`,
  },
  {
    by: 'wren',
    title: 'What did people bring you that really helped when the baby came?',
    asked: 9.1,
    boosts: 9,
    chat: `
ruth: Somebody who held it while I looked for my own elbow.
hanna: Chopped fruit, no visit.
priya: A lamp without a blue light and a list of things that are allowed.
wren > hanna: Chopped fruit, no visit, is a poem.
`,
  },
  {
    by: 'yuki',
    title: 'Have you ever been in love with a voice only?',
    asked: 7.8,
    boosts: 11,
    chat: `
sam: The one that said the next stops. They changed her in 2019. I take the bus now.
lena: I edit voices for a living. Every week, a little, until Friday.
jonas: My wife was in the telephone support of a printer company. I broke things.
priya > jonas +6: IS THIS WHY you unplug the printer?
jonas > priya: It is a tribute.
`,
  },
  {
    by: 'hanna',
    isAnonymous: true,
    title: 'Is it wrong to be relieved that the wedding is off?',
    description: 'Not mine. I had written the speech and could not find one true sentence for the middle.',
    threshold: 7,
    asked: 6.4,
    boosts: 6,
    lastBoostMinutesAgo: 480,
    chat: `
luca: Keep the beginning and the end. They will be needed for somebody, perhaps for the same person.
(hanna): The beginning was rather good.
ruth: Relief is only love that has put its bags down.
`,
  },
  {
    by: 'bea',
    title: 'Dad is home. What do you ask a father while you still can?',
    description: "He has his feet up and is pretending to hate it. I have the whole week. And Omar's bread.",
    asked: 0.18,
    boosts: 13,
    hours: 3,
    chat: `
arthur +5: Ask what he wanted to be before he was useful.
ruth: Oh, I am glad. Ask about his mother's hands.
diego: Ask him to explain something that you know already. Record that.
theo: What he is proud of that nobody saw.
omar > bea: And what he thinks of the crust.
bea > omar +4: He says it fights back, "as it should". He is asking for your hours.
maya: I am so happy about this that I have told the cats.
`,
  },
  {
    by: 'greta',
    title: 'What did you forgive that surprised you?',
    asked: 3.9,
    boosts: 8,
    chat: `
sam: The goose.
salma: A book that was lent out and came back with my sister's notes in it. They are better than the book.
greta > sam: I am going to need the goose.
sam > greta +3: 1998. A picnic. I would rather not, but we are fine now, I feed her daughter.
`,
  },
  {
    by: 'maya',
    isAnonymous: true,
    title: 'I still set the table for two on Fridays. Does that ever become a hobby and stop being a wound?',
    description:
      'It has been three years. The second plate is the nice one. Last Friday the late one from the café asked what I do on Fridays and I said "nothing".',
    threshold: 16,
    asked: 1.4,
    boosts: 8,
    chat: `
ruth: One Friday you will want to be asked again. Until then it is a lovely plate.
arthur: I set it on Sundays. It has become company.
yuki: Let somebody else wash it once. That is how it began for me.
(maya) > yuki: That is the first answer that made me look at the clock. It is Friday tomorrow.
`,
  },
];
