import type { Report } from '@hearsay/contracts';
import { namelessAuthors } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isNotFound } from '../../shared/api/api-client.ts';
import { groupBy } from '../../shared/lists/group-by.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { reportTexts } from '../../shared/texts/reports.ts';
import { toast } from '../../shared/toast/toast.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import type { Elements } from '../../shared/ui/elements.ts';
import { EmptyState, FailedState } from '../../shared/ui/states.tsx';
import { SentenceWithName } from '../../shared/words/sentence-with-name.tsx';
import { LoadingRows } from './loading-rows.tsx';
import {
  type ContentReports,
  groupReportsByContent,
  isDeletable,
  type ReportDeletion,
  reportQueries,
  useDeleteReported,
  useReportActs,
} from './report.queries.ts';
import { ProfileLink, previewTextOf, ReportCard } from './report-card.tsx';

const texts = reportTexts.deletion;

interface ReportedDeletionProps {
  readonly chosen: number;
  readonly deletion: ReportDeletion | null;
  readonly onDelete: () => void;
}

function ReportedDeletion({ chosen, deletion, onDelete }: ReportedDeletionProps) {
  const isRunning = deletion?.isRunning ?? false;
  const failed = deletion?.failed ?? [];
  return (
    <section
      aria-label={texts.label}
      className="floating sticky bottom-[calc(var(--nav-now)+12px)] z-10 mx-3 mt-3 flex flex-col gap-2 rounded-card border border-line bg-raised p-3"
    >
      <p role="status" className="text-sm font-semibold">
        {isRunning && deletion ? texts.running(deletion.done + 1, deletion.of) : texts.chosen(chosen)}
      </p>
      {isRunning && deletion && (
        <progress className="block h-1.5 w-full" aria-label={texts.label} value={deletion.done} max={deletion.of} />
      )}
      <div role="alert" className="text-sm font-medium text-air empty:hidden">
        {failed.length > 0 && (
          <p>
            {texts.failed(
              failed.map(
                ({ contentPreview, contentType }) => previewTextOf(contentPreview) ?? reportTexts.kinds[contentType],
              ),
            )}
          </p>
        )}
      </div>
      <Button disabled={chosen === 0 || isRunning} onClick={onDelete}>
        {texts.submit}
      </Button>
    </section>
  );
}

const WHICH = [
  { value: 'pending', label: reportTexts.pending },
  { value: 'resolved', label: reportTexts.history },
] as const;

export default function ReportList({ userId }: { userId: string }) {
  const [which, setWhich] = useState<'pending' | 'resolved'>('pending');
  return (
    <>
      <div className="px-3 pb-3">
        <Choices
          legend={reportTexts.which}
          isLegendHidden
          name="reports"
          choices={WHICH}
          chosen={which}
          onChoose={setWhich}
        />
      </div>
      {which === 'pending' ? <PendingReports userId={userId} /> : <ResolvedReports userId={userId} />}
    </>
  );
}

function ResolvedReports({ userId }: { userId: string }) {
  const list = useInfiniteQuery(reportQueries.resolved(userId));
  const { data, error, refetch } = list;
  const view = useViewContent();
  if (!data) return error ? <FailedState text={reportTexts.failed} onRetry={refetch} /> : <LoadingRows />;
  const reports = data.pages.flat();
  if (reports.length === 0) return <EmptyState text={reportTexts.noneResolved} />;
  return (
    <>
      <ul className="flex flex-col gap-3 px-3">
        {reports.map((report) => (
          <ReportCard key={report.id} reports={[report]} onView={() => void view(report)} />
        ))}
      </ul>
      <ListEnd list={list} failed={reportTexts.failed} end={reportTexts.end} />
    </>
  );
}

function PendingReports({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(reportQueries.waiting(userId));
  const { resolve, remove } = useReportActs(userId);
  const view = useViewContent();
  const once = useOneActAtATime();
  const { deletion, deleteAll } = useDeleteReported(userId);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  if (!data) return isError ? <FailedState text={reportTexts.failed} onRetry={refetch} /> : <LoadingRows />;
  if (data.length === 0) return <EmptyState text={reportTexts.empty} />;
  const contents = groupReportsByContent(data);
  const groups = [...groupBy([...contents.values()], groupOf)];
  const chosen = [...contents.values()]
    .map(([newest]) => newest)
    .filter((report) => chosenIds.has(report.contentId) && isDeletable(report));
  const choiceOf = ({ contentId }: Report) => ({
    isChosen: chosenIds.has(contentId),
    onChoose: (isChosen: boolean) => {
      const others = [...chosenIds].filter((id) => id !== contentId);
      setChosenIds(new Set(isChosen ? [...others, contentId] : others));
    },
  });
  const deleteChosen = async () => {
    const { sure, verb, detail, done, resolveToo } = texts;
    if (!(await askToConfirm(sure(chosen.length), verb, detail))) return;
    const failed = await deleteAll(chosen);
    setChosenIds(new Set(failed.map(({ contentId }) => contentId)));
    if (failed.length === chosen.length) return;
    toast.good(done(chosen.length - failed.length));
    const deleted = chosen
      .filter((report) => !failed.includes(report))
      .flatMap(({ contentId }) => contents.get(contentId) ?? []);
    if (await askToConfirm(resolveToo(deleted.length), reportTexts.resolve)) await resolve(deleted);
  };
  const cardOf = (reports: ContentReports, isUnderAuthor: boolean) => {
    const mayDelete = isDeletable(reports[0]) && !deletion?.isRunning;
    return (
      <ReportCard
        key={reports[0].contentId}
        reports={reports}
        isUnderAuthor={isUnderAuthor}
        onView={() => void view(reports[0])}
        onResolve={() => void resolve(reports)}
        onDelete={mayDelete ? once(async () => void (await remove(reports))) : undefined}
        choice={mayDelete ? choiceOf(reports[0]) : undefined}
      />
    );
  };
  return (
    <>
      <SlidingList ids={groups.map(([name]) => name)} className="flex flex-col gap-3 px-3">
        {groups.map(([name, reported]) => {
          const author = authorOf(reported[0]);
          if (author === null) return cardOf(reported[0], false);
          return (
            <ReportsOfAuthor key={name} author={author} ids={reported.map(([{ contentId }]) => contentId)}>
              {reported.map((reports) => cardOf(reports, true))}
            </ReportsOfAuthor>
          );
        })}
      </SlidingList>
      {(chosen.length > 0 || deletion?.isRunning || (deletion && deletion.failed.length > 0)) && (
        <ReportedDeletion chosen={chosen.length} deletion={deletion} onDelete={() => void deleteChosen()} />
      )}
    </>
  );
}

/** Null for an anonymous post and for a deleted account's post. */
function authorOf([{ reportedUser }]: ContentReports): string | null {
  const { username, isAnonymous } = reportedUser;
  return isAnonymous || username === namelessAuthors.deleted ? null : username;
}

/** Never groups anonymous posts, because a group would say that one person wrote them. */
function groupOf(reports: ContentReports): string {
  const author = authorOf(reports);
  return author === null ? reports[0].contentId : `@${author}`;
}

interface ReportsOfAuthorProps {
  readonly author: string;
  readonly ids: readonly string[];
  readonly children: Elements;
}

function ReportsOfAuthor({ author, ids, children }: ReportsOfAuthorProps) {
  const nameId = useId();
  return (
    <li>
      <section aria-labelledby={nameId} className="rounded-card border border-line p-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-2 pb-2">
          <h2 id={nameId} className="words min-w-0 text-base font-semibold">
            <ProfileLink name={author} />
          </h2>
          <span className="text-sm text-soft">{reportTexts.posts(ids.length)}</span>
        </div>
        <SlidingList ids={ids} className="flex flex-col gap-3">
          {children}
        </SlidingList>
        <Link
          to={`/admin?user=${encodeURIComponent(author)}`}
          className="mt-1 ml-2 inline-flex min-h-11 items-center text-sm font-semibold text-soft underline underline-offset-4"
        >
          <SentenceWithName say={reportTexts.deleteAllOf} name={author} />
        </Link>
      </section>
    </li>
  );
}

/** An open report's question shows the report too, see `report-bar.tsx`. */
function useViewContent() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async ({ id, contentType, contentId, status }: Report) => {
    const query = status === 'pending' ? `?report=${id}` : '';
    if (contentType === 'user') return navigate(`/profile/${contentId}`);
    if (contentType === 'question') return navigate(`/questions/${contentId}${query}`);
    if (contentType !== 'discussion') return navigate(`/content/${contentId}`);
    try {
      const { questionId } = await client.fetchQuery(questionQueries.location(contentId));
      if (questionId) navigate(`/questions/${questionId}${query}#reply-${contentId}`);
      else toast.bad(reportTexts.gone.title, reportTexts.gone.text);
    } catch (error) {
      const { title, text } = isNotFound(error) ? reportTexts.gone : reportTexts.notReached;
      toast.bad(title, text);
    }
  };
}
