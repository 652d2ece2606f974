import type { Story } from './story.ts';

/** Long live chats, first half. */
export const lateNight: readonly Story[] = [
  {
    by: 'diego',
    title: 'Which everyday sound from your childhood has died out, and what would you give to hear it once more?',
    description:
      'I am collecting these for an episode about the things nobody thought of recording. Be precise: not "the old phone", but what it did to the room when it rang.',
    asked: 1.2,
    boosts: 19,
    hours: 9,
    chat: `
ruth +6: The milk float on our street at five in the morning. Glass bottles, a tired electric hum, and my dad already up.
arthur +7: The needle finding the groove. That half second of nothing before the orchestra, when the whole family stopped chewing.
priya: A modem negotiating. My brother could hear from the second squeal whether it would work.
felix > priya +3: My mother could hear it too, from the other end of the house, while on the phone. Past tense, because of me.
maya: The click of a cassette deck when the side is over and nobody gets up to turn it.
wren > maya: That click WAS the bedtime.
omar +4: The wooden shutter of my uncle's bakery going up. You heard it three streets away and knew you had eleven minutes to the first loaf.
diego > omar: Eleven is exactly the kind of detail I am after. Does the bakery still stand?
omar > diego +5: It does. The shutter is electric now. My uncle opens his hands every morning as if there were still a rope in them.
noor: I did not expect to get something in my eye on a Friday.
hanna: Train compartment doors. You had to really slam them, and the whole train went bang bang bang bang down the platform.
theo > hanna: And the guard's whistle coming in exactly on the last bang, if he was a proud one.
yuki +2: The tofu seller's horn. Two notes, always a little flat.
lena: Coins in a payphone. Not the drop, the swallow afterwards.
kofi > lena: The panic swallow. "I have one coin left so listen carefully."
salma +3: Library stamps. Thunk, page, thunk. My grandmother stamped for thirty years and her wrist clicked in the same rhythm at dinner.
bea: My grandmother winding the kitchen clock on Sundays. Fourteen turns. I counted because I was not allowed to.
arthur > bea: Fourteen is an eight-day movement. She left herself a day in hand. A careful woman.
bea > arthur +6: She was. I never knew that about the clock. I am going to sit with this for a bit.
jonas: Football results on the car radio. You could tell from the reader's voice, halfway through the line, who had lost.
sam: Rain on the tin roof of the caravan. You can still buy rain on a tin roof as an app and it is a lie.
felix > sam: The app never has the one drip that comes in.
amara +2: Typewriters through a wall. My father wrote letters for the neighbours and I fell asleep to other people's news.
diego > amara: Amara. Would you say that sentence into a microphone?
amara > diego: For you I would even find the typewriter. It is under my sister's bed.
ines: The television going to bed. The anthem, the dot, the hiss, and then how loud the house was.
greta: We had no anthem. We had a test card and a tone that made the dog leave.
luca +3: The ice cream man who sang because his bell had been stolen. He kept singing after he got the bell back.
paolo: I would pay real money for forty seconds of my school corridor between two lessons.
tomasz: Snow chains. The whole village sounded like a slow parade.
zoe: Does a sound count if only I heard it? My sister's nails on the wall between our beds. Two taps was "are you awake".
ruth > zoe +4: It counts the most.
noor > zoe: And one tap?
zoe > noor +5: One tap was "no".
priya: I laughed so loudly that somebody tapped on MY wall.
maya: The gate at my grandparents' house. It did not squeak, it asked. Like it wanted to know who was coming.
hanna: I went to the station today and stood there. Doors hiss now. A child next to me said psssh, very satisfied, so I suppose hers is already on its way.
theo > hanna +7: In forty years she will write this exact message about that exact hiss.
diego: I have eleven of you on my list now and I have cried in a supermarket. The episode is called "One tap was no", if zoe allows it.
zoe > diego: Allowed. My sister says she wants royalties in liquorice.
arthur: If you want the needle, young man, I still have the machine. Bring a quiet microphone and an appetite.
diego > arthur +3: Saturday. I bring the liquorice too.
`,
  },
  {
    by: 'ruth',
    title: 'Night shift roll call: who is awake, where, and what is keeping you up?',
    description: 'No complaints desk, just a lamp in the window. Say hello, say what you hear, go back to work.',
    asked: 0.4,
    boosts: 14,
    hours: 7,
    chat: `
ruth: I will start. Ward four, everyone asleep but the vending machine.
omar +2: Bakery. Second dough is resting and so am I, on a flour sack, which is more comfortable than my bed.
jonas: Server room. It hums in B flat. I have checked with a tuner, that is the kind of night it is.
lena > jonas: Send it to me, I am mixing and I need a B flat with no feelings.
jonas > lena +3: Recorded forty seconds. There is one feeling at second thirty-one, a fan gave up.
wren: Baby. Seven weeks. He sleeps only if I walk, so this is typed with one thumb on lap two hundred or so.
ruth > wren +5: Congratulations, and put your shoulders down. Everyone carries babies with their ears.
wren > ruth: You can see me???
felix: Courier, waiting for an airport to wake up. The cleaning machine goes past every nine minutes and nods at me. I swear it nods.
noor: Exam at nine. I know everything about kidneys except what they do.
ruth > noor +4: They decide what is worth keeping. Everything else about them is detail.
noor > ruth: That is better than chapter six. I am writing it at the top of the page.
yuki: Morning here. I am your future. It is cloudy and there is toast.
sam > yuki: Good to know that we make it.
kofi: Petrol station by the coast road. A man bought one onion and left satisfied.
luca > kofi +3: Somewhere a sauce has been saved.
greta: Can not sleep, full moon, or my neighbour's new trombone. The trombone does not play, it just stands there, but I know.
hanna: Last train stood still for an hour. The driver came through the carriages and told everyone personally what was wrong with it. I have never been less angry.
theo: Awake because the dog heard something. Now the dog sleeps and I am the dog.
arthur > theo +4: At my age one is the dog every night.
bea: Hospital too, the other side of it. Waiting room chair. My dad is fine, they say, they only want to look at him until morning.
ruth > bea +6: Then he is where people look. Ask the night desk for a blanket, they have them, nobody asks.
bea > ruth: They had them. It is warm. Thank you.
maya: Thinking of you, bea. I am only up because of a book and feel rather small about it now.
salma > maya: Never feel small about a book. Which one?
maya > salma: The one about the lighthouse that you pushed on everyone in spring.
salma > maya +2: HA.
wren: Update, he sleeps. I am standing in the kitchen like a statue of a woman who owns a kitchen.
omar: First trays out. Whoever passes the corner of Mill Street in the next hour, knock twice.
felix > omar: Airport says seven. I am knocking in spirit.
jonas: The B flat is back, by the way. They changed the fan.
bea: They say he can go home at eight. He has asked whether the bakery is far.
omar > bea +8: For him I deliver.
ruth: Handing over now. Good night, or good morning, whatever your windows say. Same lamp tomorrow.
`,
  },
  {
    by: 'omar',
    title: 'Shall we all cook the same soup tonight and compare?',
    description:
      'Onions, a carrot, something green, something that floats. No recipes, that is the point. Post what you did and whether anybody in your house forgave you.',
    asked: 8.3,
    boosts: 13,
    hours: 6,
    chat: `
omar: Rules are above. I begin with three onions and too much confidence.
sam: I have a carrot that has been to places. In it goes.
greta: Is a dumpling something that floats? Asking for a whole region.
omar > greta +3: A dumpling is the reason the rule exists.
yuki: Miso at the end, never boil it. That is not a recipe, that is manners.
luca: I am already browning things. My neighbour has opened her window on purpose.
priya: Chopping onions in ski goggles. Highly recommended, terrible for video calls.
jonas > priya: We all wondered. Nobody dared to ask.
hanna: The something green was parsley. It was coriander. My household is divided.
noor > hanna +2: Your household is genetics.
felix: Cooking on the camping stove in the garden because the kitchen is being painted. Something has floated in by itself.
maya > felix: Protein?
felix > maya +4: Leaf. Oak, I think. It stays, it adds a place.
theo: Fourteen minutes in and I have lost the carrot. There is no second room. Where is it.
bea > theo: Ask the dog.
theo > bea +6: The dog is looking at the ceiling very hard.
kofi: Pepper. More. No, more than that. My mother is on the phone and she heard that it was not enough.
salma: I read the question too late and have only an onion. One. Onion soup for one, very French, slightly sad, actually delicious.
luca > salma: Bread, cheese, under the grill. You are five minutes from not sad.
salma > luca +3: Reporting back: not sad.
wren: Made a soup with a seven-week-old strapped to me. He has opinions about steam.
greta: Dumplings rise. I repeat, dumplings rise.
tomasz > greta: A nation exhales.
sam: The carrot that has been to places has now become the soup. I can not find any part of it that is only carrot.
lena: Recorded mine simmering. It is in five four for a while and then finds itself.
omar: Pictures are wonderful but I want to know about the forgiveness.
hanna > omar: Partial. The parsley party is in coalition talks.
jonas: My daughter ate two bowls and asked who made it. When I said me she checked the bin for packaging.
arthur +5: I made my wife's. I had never dared. It wants more thyme and it wants her, but I sat at the right table with it.
omar > arthur +9: Then yours is the one that won tonight. No vote needed.
maya > arthur: Put a bowl down for all of us.
arthur: I did. It is a large table.
omar: Next month: bread. Same rules, worse consequences.
theo: The carrot is under the sofa. Fully intact. Not one tooth mark. He wanted to have it, not to eat it.
`,
  },
];
