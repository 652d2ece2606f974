import {
  ContentRemoved,
  ContentRestored,
  PodcastEdited,
  PodcastPublished,
  PodcastTranscriptSet,
  QuestionApproved,
  QuestionAsked,
  QuestionEdited,
  ReplyPinned,
  ReplyPosted,
  Revealed,
} from '@hearsay/contracts';
import { insertRows, type Projector, type StoredEvent, type Transaction, upsertRows } from '@hearsay/event-store';
import { tsvectorOf } from './words.js';

const events = [
  QuestionAsked,
  QuestionApproved,
  QuestionEdited,
  Revealed,
  ReplyPosted,
  ReplyPinned,
  PodcastPublished,
  PodcastEdited,
  PodcastTranscriptSet,
  ContentRemoved,
  ContentRestored,
];

type SearchedEvent = StoredEvent<(typeof events)[number]>;

interface OpenText {
  readonly contentId: string;
  readonly kind: 'question' | 'reply' | 'podcast';
  readonly questionId: string | null;
  readonly titleTextId: string | null;
  readonly bodyTextId: string | null;
  readonly title: string | null;
  readonly body: string | null;
}

/**
 * Words of questions, replies and episodes ($1) that are open. A new kind of text needs another `select` here. With
 * `any($1)`, PostgreSQL would plan the joins again for each call.
 */
const openTexts = `
  select q.id as "contentId", 'question' as kind, q.id as "questionId", title.id as "titleTextId", body.id as "bodyTextId",
    title.words as title, body.words as body
  from questions q join texts title on title.id = q.title_text_id
  left join texts body on body.id = q.description_text_id and q.threshold <= q.latched
  where q.id = any(array(select unnest($1::uuid[]))) and q.listed_at is not null
  union all
  select r.id, 'reply', q.id, null, body.id, null, body.words
  from replies r join questions q on q.id = r.question_id join texts body on body.id = r.text_id
  where r.id = any(array(select unnest($1::uuid[]))) and r.removal_id is null and q.listed_at is not null
    and case when r.threshold > 0 then r.threshold else q.threshold end <= q.latched
  union all
  select p.id, 'podcast', null, title.id, body.id, title.words, body.words
  from podcasts p join texts title on title.id = p.title_text_id left join texts body on body.id = p.description_text_id
  where p.id = any(array(select unnest($1::uuid[]))) and p.removal_id is null`;

/** Words of the transcript of an episode ($1), which signed-in people may read. */
const spokenParts = `
  select p.id as "podcastId", part.number, part.transcript_key as "transcriptKey", part.words
  from podcasts p join transcript_parts part on part.transcript_key = p.transcript_key
  where p.id = $1 and p.removal_id is null`;

interface SpokenPart {
  readonly podcastId: string;
  readonly number: number;
  readonly transcriptKey: string;
  readonly words: string;
}

/** Maximum number of texts in one statement. */
const chunk = 500;
/** Maximum number of transcript parts in one step. Splitting them into words blocks the process for 40 ms. */
const partsAtOnce = 100;

type Row = Omit<OpenText, 'title' | 'body'> & { readonly document: string };

const rowsOf = async (tx: Transaction, contentIds: readonly string[]): Promise<Row[]> => {
  const { rows } = await tx.query<OpenText>({ name: 'open-texts', text: openTexts, values: [contentIds] });
  return rows.map(({ title, body, ...row }) => ({ ...row, document: tsvectorOf(title ?? '', body ?? '') }));
};

/**
 * True for events that may change whether a question and all its replies can be found. An approval is one of them,
 * because a pending question may have replies.
 */
const changesRoom = ({ type, data }: SearchedEvent): boolean =>
  type === Revealed.type ||
  type === QuestionApproved.type ||
  ('contentType' in data && data.contentType === 'question');

const contentIdOf = ({ type, data }: SearchedEvent): string => {
  if ('contentId' in data) return data.contentId;
  if ('podcastId' in data) return data.podcastId;
  return type === ReplyPosted.type || type === ReplyPinned.type ? data.replyId : data.questionId;
};

/** The episode whose transcript this event adds, removes or changes. */
const transcribed = ({ type, data }: SearchedEvent): string[] => {
  if (type === PodcastTranscriptSet.type) return [data.podcastId];
  return 'contentType' in data && data.contentType === 'podcast' ? [data.contentId] : [];
};

/** Replaces the parts of one transcript after the other, because a transcript may have megabytes. */
const replaceParts = async (tx: Transaction, podcastIds: readonly string[]): Promise<void> => {
  if (podcastIds.length === 0) return;
  const text = 'delete from searchable_parts where podcast_id = any($1)';
  await tx.query({ name: 'forget-searchable-parts', text, values: [podcastIds] });
  for (const podcastId of podcastIds) {
    const { rows } = await tx.query<SpokenPart>({ name: 'spoken-parts', text: spokenParts, values: [podcastId] });
    for (let from = 0; from < rows.length; from += partsAtOnce) {
      const read = rows.slice(from, from + partsAtOnce);
      const parts = read.map(({ words, ...part }) => ({ ...part, document: tsvectorOf('', words) }));
      await insertRows(tx, 'searchable_parts', parts);
    }
  }
};

/**
 * Indexes the current words of each changed post, so that the order of events does not matter. Consumes content's own
 * log, so that no command waits for the index.
 */
export const searchProjector: Projector<(typeof events)[number]> = {
  kind: 'projector',
  name: 'search',
  source: 'content',
  events,
  tables: ['searchable', 'searchable_parts'],
  async apply(tx, given) {
    const changed = given.map(contentIdOf);
    const rooms = given.filter(changesRoom).flatMap(({ data }) => ('questionId' in data ? data.questionId : []));
    const { rows: replies } = await tx.query<{ id: string }>({
      name: 'replies-of-rooms',
      text: 'select id from replies where question_id = any($1) and removal_id is null',
      values: [rooms],
    });
    const ids = [...new Set([...changed, ...rooms, ...replies.map(({ id }) => id)])];
    // Reads all words before the first write, because the relay waits for every transaction that has begun to write.
    const found: Row[] = [];
    for (let from = 0; from < ids.length; from += chunk)
      found.push(...(await rowsOf(tx, ids.slice(from, from + chunk))));
    await tx.query({
      name: 'forget-searchable',
      text: 'delete from searchable where content_id = any($1) or question_id = any($2)',
      values: [changed, rooms],
    });
    for (let from = 0; from < found.length; from += chunk)
      await upsertRows(tx, { table: 'searchable', key: ['contentId'] }, found.slice(from, from + chunk));
    await replaceParts(tx, [...new Set(given.flatMap(transcribed))]);
  },
};
