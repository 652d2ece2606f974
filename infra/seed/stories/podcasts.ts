import type { Story } from './story.ts';

/** About listening, and about being listened to. */
export const podcasts: readonly Story[] = [
  {
    by: 'ines',
    title: 'What should I ask somebody who has kept a lighthouse for forty years?',
    description:
      'We record on Thursday, in the lamp room. He has warned me that he speaks little. I would like your questions, the odd ones first.',
    asked: 4.3,
    boosts: 20,
    hours: 26,
    chat: `
maya +6: What he does with the light in his eyes when he closes them at night.
tomasz: Which ship he still thinks about.
noor +3: Whether he is afraid of the dark. Forgive me.
ines > noor: That one is in. First question.
arthur +5: Do not ask. Polish something next to him. He will talk.
yuki: What the weather smells of an hour before.
felix: Who brings the post, and what they talk about on the stairs.
salma: What he reads, and whether the sea makes him skip pages.
zoe: Whether he waves back.
ines +7: Back from the lamp room. I polished. He talked for three hours. He is not afraid of the dark, he says, only of it being tidy. He waves back, zoe. Every time.
`,
  },
  {
    by: 'paolo',
    title: 'Honest numbers: how many minutes do you give a new podcast before you leave?',
    description: 'I can take it. I have ordered the big coffee.',
    asked: 15.5,
    boosts: 9,
    chat: `
bea: Four. Two if somebody laughs before anything was funny.
jonas: As long as the dishes take. If they are clean and I am still standing there, you have me.
lena: I stay for bad sound and good people, never the other way round.
ines: Until the first sentence that could only have been said by this person.
paolo > ines +4: I have cut the weather.
sam > paolo: All of it?
paolo > sam: There is one cloud left.
`,
  },
  {
    by: 'lena',
    title: 'Do you hear the difference between a room and a recording of a room?',
    description: 'I have a theory that we like a voice more if we know how big the kitchen is.',
    asked: 18.1,
    boosts: 8,
    chat: `
diego: I record ten seconds of nothing in each place. My hard disk is mostly nothing, sorted by town.
jonas: I hear refrigerators. In films too. It has cost me friends.
arthur: My late wife phoned from the hall and I always knew whether the door to the garden was open.
lena > arthur +4: That is the theory. That is the whole theory, better.
yuki: A small kitchen makes people tell the truth.
`,
  },
  {
    by: 'amara',
    title: 'Would you listen to an hour of a stranger reading old letters aloud, unsorted?',
    description:
      'I found a suitcase of them at a flea market. All from one woman to another, 1954 to 1988. I only want to do it if it is not theft.',
    asked: 22.7,
    boosts: 14,
    chat: `
salma: An hour, a night, a winter. Please look for the family first.
theo: Read them to yourself until you can hear which ones were only ever meant for one person. Leave those in the suitcase.
ruth: Does one of them stop, or do they both?
amara > ruth +5: The last one says: bring the green coat, I have found a room with two windows. Nothing after that. I think nothing had to be posted any more.
noor > amara: I am not all right.
maya: If you find them, ask about the coat.
amara: Found a niece. She has the coat.
`,
  },
  {
    by: 'diego',
    title: 'Who do you know that has never been asked a good question?',
    description:
      'Not famous. Your uncle, your caretaker, the woman with the keys. I have a van with two microphones and all of April.',
    asked: 10.4,
    boosts: 12,
    chat: `
kofi: The man at our harbour who repairs nets and knows everybody's dead.
hanna: Our conductor, the one of the stopped train. He once read a birth over the loudspeaker.
bea: My dad. He will say he has nothing to tell. Bring food.
diego > bea: April 9th? I bring the food.
omar > diego: I bake it.
bea +3: He has put on a tie, Diego. It is February.
`,
  },
  {
    by: 'theo',
    title: 'Which episode of anything made you stop walking?',
    description: 'Name the corner you were standing on as well.',
    asked: 27.2,
    boosts: 13,
    chat: `
maya: The one about the last speaker of a language who talked to her parrot. Corner of Bridge Street, in the rain, with ice cream.
felix: I do not stop. But I rode round the same roundabout five times, once.
wren: Something about how birds sleep. Kitchen. I had one foot in a trouser leg.
luca: An obituary for a bridge. Under the other bridge.
ines > luca: I made that one! I wrote it under your bridge!
luca > ines +6: Then we have both blocked the same cyclist.
felix: Yes you have.
`,
  },
  {
    by: 'hanna',
    title: 'Can a podcast be too well made?',
    asked: 31.3,
    boosts: 5,
    chat: `
lena: The moment I notice the strings I check my pockets.
paolo: This is the nicest thing anybody ever did not say about my work.
amara: Leave one door creaking in each story. Somebody has to be able to come in.
`,
  },
  {
    by: 'nils',
    title: 'What do you listen to on a boat where nobody else is awake?',
    asked: 29.4,
    boosts: 4,
    chat: `
ines: The boat.
diego: Long interviews with people who pause.
nils > ines: It ticks. I had thought it was me.
`,
  },
  {
    by: 'salma',
    title: 'Audiobooks: is it reading? I need a ruling before Sunday lunch.',
    description: 'My uncle brings arguments. I bring pie. So far he is winning.',
    asked: 7.2,
    boosts: 10,
    chat: `
sam: Is eating soup eating?
priya: Braille is reading, subtitles are reading, and your uncle is being read to whenever he watches the news.
arthur: I have gone blind in one eye and a half, and a young actor reads to me about whales. If that is not reading, I am not old.
salma > arthur +8: I am going to print this and put it under the pie.
theo: Report back on Monday.
salma: He read it, twice, took seconds, and asked what the whales were called. I declare a victory for everyone.
`,
  },
  {
    by: 'ines',
    isAnonymous: true,
    title: 'For those who make things: how do you go on in the week when nobody listened?',
    description:
      'Eleven. There were eleven. I know that eleven people in a room would be a full room. It did not feel like a room.',
    threshold: 10,
    asked: 3.1,
    boosts: 9,
    lastBoostMinutesAgo: 200,
    chat: `
paolo: Eleven! Introduce me!
diego: I write each of the eleven a name on a card, invented, and put the cards on chairs. It looks silly. It helps.
(amara): I go on because stopping is also a thing nobody would notice, and I would.
arthur: I was one of eleven once. It was the evening that made me a teacher.
`,
  },
  {
    by: 'bo',
    title: 'Is it all right to only listen here?',
    asked: 0.6,
    boosts: 11,
    hours: 5,
    chat: `
theo +4: More than all right. A room where everybody speaks is a corridor.
ruth: Somebody has to be the lamp.
maya +2: Hello bo. The good chair is free.
bo: Thank you. I think I will stay.
`,
  },
];
