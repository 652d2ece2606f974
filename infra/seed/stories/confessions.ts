import type { Story } from './story.ts';

/** Questions in confession mode, from untouched to long open. */
export const confessions: readonly Story[] = [
  {
    by: 'maya',
    title: 'What is the kindest lie you ever told, and are you still telling it?',
    description:
      "Mine: I told my little brother that the neighbours' cat had moved to the seaside. He is twenty-six. Last month he asked me for the address.",
    threshold: 10,
    asked: 2.1,
    boosts: 9,
    lastBoostMinutesAgo: 95,
    chat: `
hanna: I told my aunt that I wear the jumper. I have told her that for nine winters. It has its own drawer.
jonas: My father asked whether he had been a good driver. I said yes. There are witnesses on three continents.
ruth: "It will not hurt a bit." Twice a night, and I hold their hand so that the hand is the true part.
theo: That I had not noticed he was crying. We both looked at the football very carefully.
(eve): I told my mum I was happy in the new town until it became true. It took two years.
bea: I let my daughter win at memory. Then one day I stopped letting her and she still won.
`,
  },
  {
    by: 'greta',
    isAnonymous: true,
    title: 'I quit my job six weeks ago and my family thinks I still go there. What do you do with a day like that?',
    description:
      'I leave at half past seven with my lunch. I have become a regular in two libraries and a garden centre. The garden centre has offered me a job. I think I want to take it and I do not know how to explain either half.',
    threshold: 12,
    asked: 5.2,
    boosts: 6,
    chat: `
salma: As a library person: we know. We always know. We keep the good chair free.
felix: You explain it in the order in which it happened to you. The quitting, the walking around, the plants.
arthur: My father did this in 1961. We found out when he came home smelling of the sea. He was much nicer afterwards.
(greta): He smelled of the sea. I smell of compost. It may come out by itself.
kofi: Take the job first. "I have changed jobs" is one sentence, "I have no job" is an evening.
`,
  },
  {
    by: 'jonas',
    title: 'Which small crime of yours would ruin you if the people at work knew?',
    description:
      'I have been unplugging the reply-all function of our printer for four years. It is not broken. There was never a ticket.',
    threshold: 15,
    asked: 11.3,
    boosts: 15,
    lastBoostMinutesAgo: 38,
    chat: `
priya: I wrote the error message that everyone complains about. I complain along.
omar: I eat the ugly ones. There is no such thing as a return from the bakery.
luca: There is a second biscuit tin. I label it "fuses".
(tomasz): I take the lift one floor. Down.
sam: I answer the door intercom in voices. The courier knows all of them by name.
felix > sam: I suspected nothing. I asked after your grandmother.
sam > felix: She is flattered.
priya > luca: I KNEW the fuse box was too heavy.
`,
  },
  {
    by: 'eve',
    isAnonymous: true,
    title:
      'I am the one who writes the anonymous thank-you notes in our building. Should I stop now that they have formed a search party?',
    description:
      'It began with a note to the man who clears the snow. Now there are forty notes, a wall of them in the hall and a committee. I was elected to the committee.',
    threshold: 8,
    asked: 9.6,
    boosts: 17,
    hours: 30,
    chat: `
bea: Elected to find yourself. Please stay in office.
theo: Under no circumstances stop. Propose leads. Follow a false one.
(eve): At the last meeting I suggested that it might be the dentist on the second floor. He blushed and did not deny it.
hanna > eve: He wants it to be him. That is the loveliest thing I have heard this week.
noor: Write one to yourself or they will work it out by who is missing.
(eve) > noor: I had not thought of that. I have none. I am the only door with none.
ruth > eve: Then write it, and mean it.
wren: Or wait. A building that can form a committee can count doors.
(eve) > wren: There was one on my door this morning. It is not my handwriting.
`,
  },
  {
    by: 'luca',
    title: 'What have you never admitted about your own wedding?',
    description:
      'I was not late because of the traffic. I was in the car park learning to breathe out, and the florist taught me.',
    threshold: 20,
    asked: 13.8,
    boosts: 10,
    chat: `
yuki: The dog ate the rings. We married with two onion rings and collected the others on the Tuesday.
diego: I proposed the playlist to the band three times. They said yes to it sooner than she did to me.
amara: I do not like our song. I never have. I dance to her face.
hanna: I counted the empty chairs.
`,
  },
  {
    by: 'priya',
    isAnonymous: true,
    title: "I wrote my best friend's reference, and she got the job that I wanted. Did I do it right?",
    description:
      'I made it the best letter of my life. I meant each word. I cried into a salad afterwards and told everyone it was the dressing.',
    threshold: 10,
    asked: 20.2,
    boosts: 16,
    chat: `
ruth: Yes. And you may be sad, both of these fit into one week.
amara: A person who can write that letter should apply for things with it. Put your own name in and read it aloud.
(priya) > amara: I did. I sounded like somebody I would hire. That was unpleasant.
kofi: Tell her about the salad in a year. Not before.
maya: The dressing gets blamed for so much.
(priya): She has asked me to come and work with her. I start in spring. There was a second desk.
`,
  },
  {
    by: 'tomasz',
    title: 'What do you do when nobody is looking that you would defend to nobody?',
    description: 'I greet the moon. Out loud. With its title.',
    threshold: 6,
    asked: 0.35,
    boosts: 6,
    lastBoostMinutesAgo: 12,
    hours: 4,
    chat: `
wren: I explain recipes to the baby as if there were an audience of thousands.
sam: I bow to automatic doors.
felix: I thank the bicycle. By name. After every hill.
lena: I sing the washing machine's end melody in harmony. We have an arrangement.
`,
  },
  {
    by: 'wren',
    isAnonymous: true,
    title: 'Is it normal to love the baby and miss the person I was on Tuesdays?',
    description:
      'Tuesdays I used to swim. Nobody needed me under water. I have not told anyone that I cried because of a swimming cap.',
    threshold: 14,
    asked: 1.7,
    boosts: 7,
    chat: `
ruth: So normal that it should be printed on the bracelet they give you.
bea: She is not gone, that person. She is holding her breath. Very swimmer of her.
(hanna): I missed mine for a year and then one evening she walked in and put her keys down.
arthur: My wife took Thursdays. I learned to braid hair. Ask somebody to learn something.
`,
  },
  {
    by: 'kofi',
    title: 'Which apology are you still carrying around, and why has it not been delivered?',
    description: 'To my brother, about a radio. It is thirty years old. He would laugh. I think that is why.',
    threshold: 50,
    asked: 6.7,
    boosts: 12,
    chat: `
omar: To a teacher. I looked her up, there is only a street named after her now. I walk down it politely.
salma: To the girl who shared my desk. I let the others laugh.
nils: I wrote it. It has been in the glove compartment for so long that it has been to Portugal.
theo > nils: Post it from wherever you stand now.
maya: Kofi, is he reading this?
kofi > maya: He does not have the patience for websites. He has the patience of a radio.
`,
  },
  {
    by: 'zoe',
    isAnonymous: true,
    refusesAnonymousReplies: true,
    title:
      "I have been to my own street in the map's pictures to see the old dog in the window. Who else visits somebody there?",
    description:
      'He is only a brown smudge between the curtains. They have announced that they will photograph our street again in June.',
    threshold: 5,
    asked: 24.9,
    boosts: 15,
    chat: `
arthur: My wife is in front of the post office with the blue bag. I go on Sundays.
ruth: Take a picture of the picture before June. Then take another, you will want two.
jonas: My dad is half a wheelbarrow on a farm road. It is unmistakably his half.
diego: I have the laundry of a house that is gone.
hanna: You can set the date back, the older ones stay. There is a small clock in the corner. He is not going anywhere.
theo > hanna: Of all the kind things said here this month.
`,
  },
  {
    by: 'mina',
    title: 'I am new in town and told everyone I love hiking. I have now been invited. How bad is it?',
    description: 'I own one pair of shoes. They are called "indoor".',
    threshold: 10,
    asked: 0.15,
    boosts: 0,
    hours: 2,
    chat: `
felix: Which hill?
nils: Wear two pairs of socks and say little. That is all hiking is.
`,
  },
  {
    by: 'rafa',
    isAnonymous: true,
    title: 'I won something and have told nobody for a month. How do people say good news?',
    description: 'It is not money. A poem of mine is going to be on a bus.',
    threshold: 25,
    asked: 0.08,
    boosts: 0,
    chat: '',
  },
];
