import type { Story } from './story.ts';

/** Kitchens, streets, weather. */
export const everyday: readonly Story[] = [
  {
    by: 'felix',
    title: 'Which hill in your town is worse than it looks?',
    description: 'For a map. I will ride all of them and rate the view against the language used on the way up.',
    asked: 36.2,
    boosts: 9,
    chat: `
kofi: Cemetery Road. You pass the cemetery twice.
hanna: The ramp at the station. It is eleven metres. It has broken better people than us.
tomasz: Ours has no name. People just look at each other.
felix > hanna +3: Rode it. Reported it.
`,
  },
  {
    by: 'yuki',
    title: 'What is the right amount of noise for breakfast?',
    asked: 34.6,
    boosts: 7,
    chat: `
jonas: One spoon.
bea: A radio in another room, reading out things that are not my fault.
omar: By breakfast I have worked for six hours. Bring a brass band.
yuki > jonas: You may sit with me.
`,
  },
  {
    by: 'bea',
    title: 'What do you know about your neighbours from sound alone?',
    description: 'Above me: somebody practises being on time. Shoes, door, door again, keys, door.',
    asked: 30.1,
    boosts: 12,
    chat: `
sam: Left: a couple that argues in whispers and laughs at full volume. I approve.
greta: The trombone. See elsewhere. It has still not been played.
lena: Somebody showers in waltz time.
wren: They know that I sing about nappies. They have begun to hum it.
zoe: Nobody. It is a new building, it has swallowed everyone. I knock on the pipe sometimes, two taps.
bea > zoe +5: Keep knocking.
`,
  },
  {
    by: 'omar',
    title: 'If you could only smell one shop for the rest of your life, which would it be?',
    asked: 26.3,
    boosts: 8,
    chat: `
felix: Bicycle repair. Rubber, oil, a dog.
salma: Second-hand books, with rain coming in on somebody's coat.
nils: Rope.
luca: A hardware shop where a man in a grey coat goes up a ladder for one screw.
omar > luca: And counts it out.
`,
  },
  {
    by: 'sam',
    title: 'What did your household argue about this week that can be told?',
    asked: 23.4,
    boosts: 10,
    chat: `
jonas: Whether the hall has a weather. It does.
hanna: Coriander. Still.
theo: With the dog, about whose turn it is on the warm spot. I lost on points.
priya: Whether "in a minute" is a measure or a mood.
arthur: I live alone and lost both sides.
sam > arthur +4: Come and lose with us on Sundays.
`,
  },
  {
    by: 'greta',
    title: 'Has anybody ever returned a thing they borrowed more than ten years ago? How did it go?',
    description: 'I have a cake tin. It has a name on the bottom. The name has moved twice.',
    asked: 19.2,
    boosts: 11,
    chat: `
yuki: A fish kettle, after nineteen years. She said: I knew you were still cooking.
kofi: A bicycle pump. The bicycle had died. We buried the pump with honours.
maya: Bake in it first. Never return an empty tin.
greta > maya: Done. Lemon. She opened the door, looked at the tin and called into the house: IT HAS COME HOME.
felix > greta +5: I would have liked to be that tin.
`,
  },
  {
    by: 'hanna',
    title: 'Which sign in your town would you like to meet the author of?',
    asked: 14.6,
    boosts: 9,
    chat: `
luca: "No swimming. No exceptions. Not you either, Marco."
noor: In the laundrette: "The machine in the corner is sensitive."
arthur: A bench plaque. "She hated this view and came every day."
priya > arthur: I need the whole novel.
sam: "Caution: floor." Nothing else. On a wall.
`,
  },
  {
    by: 'tomasz',
    title: 'How do you mark the first real day of spring?',
    asked: 12.2,
    boosts: 6,
    chat: `
nils: I take the shovel inside, it snows, I take the shovel outside.
bea: Window open, radio on the sill, one ear sunburnt.
tomasz > nils: So it is you.
`,
  },
  {
    by: 'felix',
    title: 'What is the strangest thing you have carried home on public transport or a bicycle?',
    asked: 6.1,
    boosts: 13,
    chat: `
felix: A harp. Not a small one. Headwind.
jonas: A door. People held it open for me, which was not how it works.
lena: Two metres of church organ. It sighed in the bends.
omar: Sourdough, in August, on the top deck. It made friends and took up two seats.
zoe: A Christmas tree in March. I did not explain it then either.
felix > lena +4: We must found a band.
`,
  },
  {
    by: 'kofi',
    title: 'What is the best thing within ten minutes of your door on foot?',
    asked: 4.9,
    boosts: 10,
    chat: `
maya: A wall that keeps the sun until nine. There is a queue of cats.
ruth: The bench where nobody wants anything.
salma: A letterbox that is emptied by a man who hums.
tomasz: The other door, the one of my sister.
kofi: A phone box with tomatoes in it. Help yourself, says the note, and people do, and then they bring tomatoes.
`,
  },
  {
    by: 'noor',
    title: 'Exam on kidneys passed! What small useless fact do you carry around from something you had to learn?',
    asked: 0.22,
    boosts: 12,
    hours: 4,
    chat: `
ruth +3: I knew it! Top of the page!
arthur: The ablative of everything.
jonas: The melting point of solder, in three units.
yuki > noor: The future sends toast.
hanna: All stations of a line that was closed in 1987, in both directions.
noor > ruth +2: It really was question one.
`,
  },
  {
    by: 'eve',
    title: 'What do you put on the windowsill?',
    asked: 21.5,
    boosts: 5,
    chat: `
yuki: A cup, so that the light has somewhere to sit.
luca: Basil number nine. We do not speak of one to eight.
ruth: A lamp, of course.
`,
  },
];
