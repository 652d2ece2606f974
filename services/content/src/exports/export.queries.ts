import type { ExportedBookmark, ExportedBoost, ExportPlace, exportsRpc, RpcOutput } from '@hearsay/contracts';
import { viewsWithinAnswer } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { Authorship } from '../authors/authorship.js';
import { fromTheNewest, nextPlace, placeAfter } from '../places.js';
import type { PodcastQueries } from '../podcasts/podcast.queries.js';
import type { QuestionQueries } from '../questions/question.queries.js';
import { wordsOf } from '../texts.js';
import { isEpisodeThere, isThere } from '../visibility.js';

const perPage = 100;
const answersPerPage = 1000;

type AnswersPage = RpcOutput<typeof exportsRpc.exportedAnswers>;
const nilId = '00000000-0000-0000-0000-000000000000';

/** `named` finds a person's named posts by account id. `anonymous` finds the person's anonymous posts by tag. */
const statementsByAuthor = (table: 'q' | 'r', text: (author: string) => string) => ({
  named: text(`${table}.owner ->> 'accountId'`),
  anonymous: text(`${table}.owner_tag`),
});
const ownQuestionWords = statementsByAuthor(
  'q',
  (author) => `select q.id, q.created_at as at from questions q
   where ${author} = $1 and ${isThere('q')} and ${placeAfter('q.created_at', 'q.id')}`,
);
const ownReplyWords = statementsByAuthor(
  'r',
  (author) => `select r.id, r.created_at as at from replies r join questions q on q.id = r.question_id
   where ${author} = $1 and ${isThere('r')} and ${isThere('q')} and ${placeAfter('r.created_at', 'r.id')}`,
);
const ownPodcasts = `select p.id, p.created_at as at from podcasts p
   where p.owner_id = $1 and ${isEpisodeThere} and ${placeAfter('p.created_at', 'p.id')}`;
/** Reads content's copy of the boosts. Engagement's own table changes too often for an index by person. */
const ownBoostsStatement = `select s.boost_id as id, s.boosted_at as at, s.content_type as "contentType", s.content_id as "contentId",
     s.question_id as "questionId"
   from boosts_given s where s.booster_id = $1 and s.is_boosted and ${placeAfter('s.boosted_at', 's.boost_id')}`;
const ownBookmarks = `select content_id as id, bookmarked_at as at, content_type as "contentType", content_id as "contentId",
     question_id as "questionId"
   from bookmarks where account_id = $1 and ${placeAfter('bookmarked_at', 'content_id')}`;
const ownWatches = `select question_id as id, watched_at as at from watches
   where account_id = $1 and ${placeAfter('watched_at', 'question_id')}`;

const idsOf = (places: readonly ExportPlace[]) => places.map(({ id }) => id);

const newestFirst = (one: ExportPlace, other: ExportPlace): number =>
  Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? 1 : -1);

export class ExportQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly authorship: Authorship,
    private readonly questions: QuestionQueries,
    private readonly podcasts: PodcastQueries,
  ) {}

  async questionsOf(account: string, after: ExportPlace | null) {
    const places = await this.#ownPlaces('questions', ownQuestionWords, account, after);
    const views = await this.questions.questions(idsOf(places), account);
    const { kept, next } = fittingPage(places, views, ({ id }) => id, wordsOf);
    return { questions: kept, next };
  }

  async repliesOf(account: string, after: ExportPlace | null) {
    const places = await this.#ownPlaces('replies', ownReplyWords, account, after);
    const views = await this.questions.repliesWithTitles(idsOf(places), account);
    const wordsIn = ({ reply, parentTitle }: (typeof views)[number]) => parentTitle + (reply.content ?? '');
    const { kept, next } = fittingPage(places, views, ({ reply }) => reply.id, wordsIn);
    return { replies: kept, next };
  }

  async podcastsOf(account: string, after: ExportPlace | null) {
    const places = await this.#places<ExportPlace>('exported-podcasts', ownPodcasts, account, after);
    const views = await this.podcasts.podcasts(idsOf(places), account);
    const { kept, next } = fittingPage(places, views, ({ id }) => id, wordsOf);
    return { podcasts: kept, next };
  }

  async answersOf(account: string, after: AnswersPage['next']): Promise<AnswersPage> {
    const { rows: answers } = await this.pool.query<AnswersPage['answers'][number]>({
      name: 'exported-answers',
      text: `select a.podcast_id as "podcastId", a.question_id as "questionId", a.at
             from episode_answers a join podcasts p on p.id = a.podcast_id
             where p.owner_id = $1 and a.at is not null and ${isEpisodeThere}
               and (a.podcast_id, a.question_id) > ($2::uuid, $3::uuid) order by a.podcast_id, a.question_id limit $4`,
      values: [account, after?.podcastId ?? nilId, after?.questionId ?? nilId, answersPerPage],
    });
    const last = answers.length === answersPerPage ? answers.at(-1) : undefined;
    return { answers, next: last ? { podcastId: last.podcastId, questionId: last.questionId } : null };
  }

  async boostsOf(account: string, after: ExportPlace | null) {
    type Row = ExportPlace & Omit<ExportedBoost, 'boostedAt'>;
    const rows = await this.#places<Row>('exported-boosts', ownBoostsStatement, account, after);
    const boosts = rows.map(({ id: _, at, ...boost }) => ({ ...boost, boostedAt: at }));
    return { boosts, next: nextPlace(rows, perPage) };
  }

  async bookmarksOf(account: string, after: ExportPlace | null) {
    type Row = ExportPlace & Omit<ExportedBookmark, 'bookmarkedAt'>;
    const rows = await this.#places<Row>('exported-bookmarks', ownBookmarks, account, after);
    const bookmarks = rows.map(({ id: _, at, ...bookmark }) => ({ ...bookmark, bookmarkedAt: at }));
    return { bookmarks, next: nextPlace(rows, perPage) };
  }

  async watchesOf(account: string, after: ExportPlace | null) {
    const rows = await this.#places<ExportPlace>('exported-watches', ownWatches, account, after);
    const watches = rows.map(({ id, at }) => ({ questionId: id, watchedAt: at }));
    return { watches, next: nextPlace(rows, perPage) };
  }

  /** Uses two statements, because named and anonymous posts have separate indexes. Newest first. */
  async #ownPlaces(
    name: string,
    text: { readonly named: string; readonly anonymous: string },
    account: string,
    after: ExportPlace | null,
  ): Promise<ExportPlace[]> {
    const [one, other] = await Promise.all([
      this.#places<ExportPlace>(`exported-named-${name}`, text.named, account, after),
      this.#places<ExportPlace>(
        `exported-anonymous-${name}`,
        text.anonymous,
        await this.authorship.tagOf(account),
        after,
      ),
    ]);
    return [...one, ...other].sort(newestFirst).slice(0, perPage);
  }

  async #places<R extends ExportPlace>(
    name: string,
    text: string,
    whose: string | null,
    after: ExportPlace | null,
  ): Promise<R[]> {
    const { at, id } = after ?? fromTheNewest;
    return (await this.pool.query<R>({ name, text, values: [whose, at, id, perPage] })).rows;
  }
}

/** The first views that fit into one message, and the place after which the next page begins. Null after the last. */
const fittingPage = <V>(
  places: readonly ExportPlace[],
  views: readonly V[],
  idOf: (view: V) => string,
  wordsOf: (view: V) => string,
) => {
  const kept = viewsWithinAnswer(views, wordsOf);
  const last = kept.length < views.length ? places.find(({ id }) => id === idOf(kept.at(-1)!)) : undefined;
  return { kept, next: last ?? nextPlace(places, perPage) };
};
