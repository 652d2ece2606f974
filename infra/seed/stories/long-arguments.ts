import type { Story } from './story.ts';

/** Long live chats, second half. */
export const longArguments: readonly Story[] = [
  {
    by: 'sam',
    title: 'What opinion would you defend in front of a judge although it could not matter less?',
    description:
      'Small hills, please. If it can be legislated it is too big. Others may object, the asker rules, the ruling is not binding.',
    asked: 3.6,
    boosts: 21,
    hours: 30,
    chat: `
sam: Court is open. First witness.
jonas +4: Cereal is a cold soup and should be allowed at dinner.
sam > jonas: Sustained. Next.
greta > jonas: Objection, soup has to have been hot once in its life.
jonas > greta +3: Gazpacho would like a word.
greta: Withdrawn, under protest.
priya +5: Tabs. I will not be taking questions.
tomasz > priya: Spaces built the cathedrals.
priya > tomasz: And look how long that took.
hanna: The aisle seat owns no armrest, the window seat one, the middle seat both. It is not kindness, it is law.
felix > hanna +4: Middle seat here. I am printing this on a shirt.
bea: A duvet has a foot end. Buttons go to the feet. People who sleep with buttons at the chin can not be trusted with a country.
noor > bea: I have turned mine round three times tonight because of you.
luca +3: You may break spaghetti. I am Italian and I am tired.
paolo > luca +6: Luca. My cousin is reading over my shoulder and she has left the room.
luca > paolo: Tell her I love her and the pot was small.
omar: A croissant is not a breakfast. It is a reason for one.
salma +2: Dog-eared pages are how a book remembers you.
theo > salma: Objection!
salma > theo: On what ground?
theo > salma +3: Two hundred library books and a conscience.
sam: The court fines salma one bookmark.
salma > sam: The court may pick it up, it is in whatever I was reading. I do not know which. This is the whole problem.
yuki: Tea bag first, then water. Milk is between you and your ancestors.
ruth > yuki: In the hospital it is: cup, hope, and whatever the machine does.
kofi +3: A nap under twenty minutes is a blink with a blanket. A nap over ninety is a house move. There is one correct nap and it is forty.
wren > kofi: I would like to apply for any of these naps.
amara: "Nauseous" means what everybody uses it for. Language is a footpath, not a fence.
arthur > amara +5: I taught grammar for thirty-one years and I concede. Please tell no one.
amara > arthur: Your secret is safe with a public chat.
maya: Wet socks are worse than a wet coat and worse than most exams.
felix > maya +2: As a courier I can confirm this in writing, the ink has run.
lena: Songs that fade out were a mistake. Have the courage of an ending.
diego > lena: A fade says the party goes on without you. I find that generous.
lena > diego +3: It says the band did not know either.
ines: Every podcast should say in its first minute how long it takes to get to the point.
paolo > ines: I feel seen and slightly sued.
ines > paolo +4: Seventeen minutes, Paolo. With the weather.
paolo: The weather is CONTEXT.
zoe: Stairs: odd number of steps feels wrong at the top. Mine are thirteen and I take the last one twice.
tomasz > zoe: Twice how?
zoe > tomasz +3: With a little hop. I am thirty-four.
hanna: I shall now hop as well.
nils: Snow should be left alone on the first day.
arthur > nils +4: Seconded, with my whole back.
greta: Whoever finishes the tape and puts the empty roll back is not evil but is on the way.
jonas: The snooze button is a promise to somebody you have not met yet: you in nine minutes. She hates you.
wren > jonas: Why nine? Who chose nine?
jonas > wren +2: Clock gears. Ten needed one more. I looked it up at four in the morning, on my third nine.
noor: Ice in milk. Nobody in my family speaks of it.
sam > noor: The court will not speak of it either.
bea > noor: I tried it just now. I hate to say this in front of the buttons people but it is nice.
eve: I only came to read, but: pineapple is fine, it is the hot cucumber nobody talks about that worries me.
sam > eve +6: Who is putting hot cucumber on a pizza?
eve > sam: I have said too much.
theo: Round of applause for the court. I have laughed at a bus stop and lost the bus.
sam: Ruling: everyone is right except for the cucumber. Costs are shared. Court rises.
jonas > sam: All rise. Except cereal, which is already soup.
`,
  },
  {
    by: 'noor',
    isAnonymous: true,
    title:
      "I have praised a friend's podcast for a year without listening to a single episode. How do I get out of this?",
    description:
      'She asked me last week which one was my favourite and I said "the one with the sea". There is no one with the sea. She has now started planning one, for me. She has rented a boat.',
    threshold: 9,
    asked: 16.4,
    boosts: 18,
    hours: 40,
    chat: `
sam +6: The boat. I had to put my phone down at the boat.
hanna: Start tonight. Episode one. You have a year of walks ahead of you.
(noor): There are sixty-one episodes and they are fifty minutes each. I did the sum at my desk and made a sound.
jonas > noor: At double speed that is a weekend and a personality change.
greta: Or you tell her. Today. Before the boat costs something.
(noor) > greta: The boat has cost something.
felix: How big is the boat?
(noor) > felix +5: It has a NAME, Felix.
ruth +4: People can forgive not listening. What hurts is being left alone with a kindness that was not real. So make it real: listen to three, then tell her the truth including the sea.
maya > ruth: This. And say which moment in the three got you, because one will.
diego +3: As somebody with a podcast: my mother has never heard mine and tells the whole street about it. It is the best marketing I have. I would still love it if she heard one.
paolo > diego: Mine listens to every one, and sends timestamps of my grammar.
priya: Please check first that she does not secretly know. "Which is your favourite" after a year is not an innocent question. That is a detective in a doorway.
(noor) > priya: I have gone cold.
tomasz: The boat is the second question.
sam > tomasz +4: "Tell me what you remember of the sea, darling." Cut to credits.
luca: I would go on the boat and confess on the water. She can not leave and neither can you.
bea > luca: That is a hostage situation with life jackets.
salma: In a novel you would fall into the sea, and she would record it, and it would become the best episode.
(noor) > salma: I want you to know that I can not swim well.
kofi: Then wear the life jacket when you tell her. It buys sympathy.
(lena): I am going to be brave here. I make a small podcast. I know exactly who does not listen, the numbers are that small. I like them anyway. It is not what the friendship is for.
ruth > lena +7: Read that one twice, asker.
(noor) > lena +5: I read it four times and then I started episode one.
theo: And?
(noor) > theo: She is funny. She is so much funnier than she lets herself be at dinner. Nobody told me. I mean, everybody told me, I was the one who said it.
arthur +3: You have been right for a year by accident. That happens to critics as well.
maya: Which episode are you at?
(noor) > maya: Nine. There is one about her father's coat. I sat in the car outside my house until it was over.
hanna > noor: That is your favourite. That is the true answer, and it has no sea in it.
(noor): I told her. All of it. On the phone, because of the swimming.
sam > noor: AND?
(noor) > sam +9: She laughed until she dropped the phone. She had known since spring. There is no boat. There was never a boat. She made up the boat to see how long I would last.
priya > noor: DETECTIVE. IN. A. DOORWAY.
felix > noor: But it had a NAME.
(noor) > felix +8: It was called "Patience".
greta: I would listen to that podcast.
(noor): We recorded this story together yesterday. She edited it so that I come out better than I was. Episode sixty-two. There are gulls in it, added afterwards.
`,
  },
];
