import type { Discussion, Podcast, Question } from '@hearsay/contracts';
import type { System } from '../../local/bring-up.ts';
import { seedOnce } from '../../local/seed.ts';
import { developmentPassword } from '../../seed/community.ts';
import type { Role, Subjects } from './community.ts';
import { enter } from './fill.ts';

const usernames: Readonly<Record<Role, string>> = {
  star: 'ines.calder',
  reader: 'maya.winters',
  writer: 'grandpa_arthur',
  stranger: 'mina.new',
  ambassador: 'theo.okafor',
};

export const seedYears = async (system: System): Promise<Subjects> => {
  await seedOnce(system);
  const people = await enter(system, 'login', usernames, developmentPassword);
  const feed = await people.reader.get<(Question | Podcast)[]>('/api/feed?limit=50&sortBy=trending');
  const rooms = feed.filter((item) => item.kind === 'question').sort((a, b) => b.discussionCount - a.discussionCount);
  const podcast = feed.find((item) => item.kind === 'podcast');
  const [longRoom, question] = rooms;
  if (!longRoom || !question || !podcast) throw new Error('The seeded feed lacks a question or a podcast');
  const [reply] = await people.reader.get<Discussion[]>(`/api/questions/${longRoom.id}/discussions?before=200`);
  return { people, longRoom: longRoom.id, question: question.id, reply: reply?.id ?? '', podcast: podcast.id };
};
