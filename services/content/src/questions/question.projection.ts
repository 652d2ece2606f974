import { type Owner, QuestionAsked, ReplyPosted, Revealed } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';

/** Questions with their rooms, replies and reveals: everything the pages of content are read from. */
export const questionRows = (authors: SealedAuthors): ReadModel<typeof QuestionAsked | typeof ReplyPosted | typeof Revealed> => ({
  name: 'content.questions',
  events: [QuestionAsked, ReplyPosted, Revealed],
  tables: ['questions', 'replies', 'reveals'],
  async apply(tx, events) {
    const asked = eventsOf(events, QuestionAsked);
    const posted = eventsOf(events, ReplyPosted);
    const revealed = eventsOf(events, Revealed);
    if (asked.length > 0) await insertQuestions(tx, asked, authors);
    if (posted.length > 0) await insertReplies(tx, posted, authors);
    if (revealed.length > 0) await insertReveals(tx, revealed);
  },
});

/** Only an anonymous post has a tag: beside a name it would give away whose the others are. */
const ownerTag = (owner: Owner, authors: SealedAuthors) => (owner.sealed === null ? null : authors.tagOf(authors.open(owner.sealed)));

const insertQuestions = (tx: Transaction, asked: readonly AppendedEvent<typeof QuestionAsked>[], authors: SealedAuthors) =>
  tx.query(
    `insert into questions (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, description_text_id, threshold, created_at,
       owner_tag)
     select * from unnest($1::uuid[], $2::int[], $3::jsonb[], $4::boolean[], $5::boolean[], $6::uuid[], $7::uuid[], $8::int[], $9::timestamptz[],
       $10::text[])`,
    [
      asked.map((event) => event.data.questionId),
      asked.map((event) => event.version),
      asked.map((event) => JSON.stringify(event.data.owner)),
      asked.map((event) => event.data.isAnonymous),
      asked.map((event) => event.data.allowAnonymousAnswers),
      asked.map((event) => event.data.titleTextId),
      asked.map((event) => event.data.descriptionTextId),
      asked.map((event) => event.data.replyBoostThreshold),
      asked.map((event) => event.meta.occurredAt),
      asked.map((event) => ownerTag(event.data.owner, authors)),
    ],
  );

const insertReplies = async (tx: Transaction, posted: readonly AppendedEvent<typeof ReplyPosted>[], authors: SealedAuthors) => {
  await tx.query(
    `insert into replies (id, question_id, number, owner, is_anonymous, parent_reply_id, text_id, created_at, owner_tag)
     select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::jsonb[], $5::boolean[], $6::uuid[], $7::uuid[], $8::timestamptz[], $9::text[])`,
    [
      posted.map((event) => event.data.replyId),
      posted.map((event) => event.data.questionId),
      posted.map((event) => event.data.number),
      posted.map((event) => JSON.stringify(event.data.owner)),
      posted.map((event) => event.data.isAnonymous),
      posted.map((event) => event.data.parentReplyId),
      posted.map((event) => event.data.textId),
      posted.map((event) => event.meta.occurredAt),
      posted.map((event) => ownerTag(event.data.owner, authors)),
    ],
  );
  await tx.query(
    `update questions set last_number = greatest(questions.last_number, room.last_number),
       reply_count = questions.reply_count + room.replies
     from (select question_id, max(number) as last_number, count(*)::int as replies
           from unnest($1::uuid[], $2::int[]) as posted (question_id, number) group by question_id) as room
     where questions.id = room.question_id`,
    [posted.map((event) => event.data.questionId), posted.map((event) => event.data.number)],
  );
};

const insertReveals = async (tx: Transaction, revealed: readonly AppendedEvent<typeof Revealed>[]) => {
  const values = [
    revealed.map((event) => event.data.questionId),
    revealed.map((event) => event.data.number),
    revealed.map((event) => event.data.threshold),
    revealed.map((event) => event.data.revealCount),
    revealed.map((event) => event.version),
  ];
  await tx.query(
    `insert into reveals (question_id, number, threshold, reveal_count)
     select question_id, number, threshold, reveal_count
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) as latch (question_id, number, threshold, reveal_count)`,
    values.slice(0, 4),
  );
  await tx.query(
    `update questions set last_number = greatest(questions.last_number, latch.number), latched = greatest(questions.latched, latch.threshold),
       version = latch.version
     from (select question_id, max(number) as number, max(threshold) as threshold, max(version) as version
           from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[]) as reached (question_id, number, threshold, reveal_count, version)
           group by question_id) as latch
     where questions.id = latch.question_id`,
    values,
  );
};
