import { type ContentPreview, cutText, limits, namelessAuthors, type Report } from '@hearsay/contracts';
import { Fragment, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { MENU_REPORT_REASON } from '../../shared/cards/content-rules.ts';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { reportTexts as texts } from '../../shared/texts/reports.ts';
import { agoOrDate, calendarTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Username } from '../../shared/ui/person.tsx';
import type { ContentReports } from './report.queries.ts';

interface ReportCardProps {
  readonly reports: ContentReports;
  /** The author is named above the card. */
  readonly isUnderAuthor?: boolean;
  readonly onView: () => void;
  readonly onResolve?: () => void;
  readonly onDelete?: () => void;
  readonly choice?: { readonly isChosen: boolean; readonly onChoose: (isChosen: boolean) => void };
}

export const ReportCard = withBoundary(function ReportCard(props: ReportCardProps) {
  const { reports, isUnderAuthor = false, onView, onResolve, onDelete, choice } = props;
  const now = useNow();
  const previewId = useId();
  const [report] = reports;
  const { contentType, contentPreview, reportedUser, isRemoved, createdAt, reviewer, resolvedAt } = report;
  const preview = previewTextOf(contentPreview);
  const reporters = new Set(reports.map(({ reporter }) => reporter?.username ?? null));
  return (
    <li className="card arrives">
      <div className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-soft">
        {choice && (
          <label className="-my-2.5 -ml-2.5 grid size-11 place-items-center">
            <input
              type="checkbox"
              className="size-5 accent-air"
              aria-label={texts.choose(preview ?? texts.kinds[contentType])}
              checked={choice.isChosen}
              onChange={({ target }) => choice.onChoose(target.checked)}
            />
          </label>
        )}
        <span className="rounded-tag bg-air-tint px-1.5 py-0.5 font-display font-bold text-air">
          {texts.kinds[contentType]}
        </span>
        {reports.length > 1 && <span className="font-semibold">{texts.count(reports.length)}</span>}
        {isRemoved && <span className="font-semibold text-amber">{texts.removed}</span>}
        <time dateTime={createdAt} className="ml-auto">
          {agoOrDate(createdAt, now)}
        </time>
      </div>
      <p id={previewId} dir="auto" className="pt-3 font-medium break-words">
        {preview ?? <span className="text-faint">{texts.noWords}</span>}
      </p>
      {contentType === 'user' && contentPreview.description && (
        <p dir="auto" className="words pt-1 text-soft">
          {contentPreview.description}
        </p>
      )}
      <dl className="flex flex-col gap-y-1 pt-3 text-sm">
        <Fact name={texts.reason}>
          {countReasons(reports).map(([why, count]) => (
            <span key={why} className="block">
              <bdi>{why}</bdi>
              {count > 1 && <span>{` ${texts.times(count)}`}</span>}
            </span>
          ))}
        </Fact>
        <Fact name={texts.reportedBy}>
          {[...reporters].map((name, index) => (
            <Fragment key={name}>
              {index > 0 && <span>, </span>}
              {name === null ? <span>{texts.anonymous}</span> : <ProfileLink name={name} />}
            </Fragment>
          ))}
        </Fact>
        {!isUnderAuthor && (
          <Fact name={texts.author}>
            {reportedUser.isAnonymous || reportedUser.username === namelessAuthors.deleted ? (
              <span>{reportedUser.isAnonymous ? texts.anonymous : reportedUser.username}</span>
            ) : (
              <ProfileLink name={reportedUser.username} />
            )}
          </Fact>
        )}
        {resolvedAt && (
          <Fact name={texts.resolvedBy}>
            {reviewer && (
              <span>
                <ProfileLink name={reviewer.username} />
                <span> · </span>
              </span>
            )}
            <time dateTime={resolvedAt}>{calendarTime(resolvedAt, now)}</time>
          </Fact>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          weight="quiet"
          className={onResolve ? 'flex-[1_0_100%]' : 'min-w-32 flex-1'}
          aria-describedby={previewId}
          onClick={onView}
        >
          {texts.view}
        </Button>
        {onResolve && (
          <Button weight="quiet" className="flex-[1_1_6rem]" aria-describedby={previewId} onClick={onResolve}>
            {texts.resolve}
          </Button>
        )}
        {onDelete && (
          <Button className="flex-[1_1_6rem]" aria-describedby={previewId} onClick={onDelete}>
            {texts.deletion.verb}
          </Button>
        )}
      </div>
    </li>
  );
}, 'li');

export function previewTextOf({ title, content, description }: ContentPreview): string | null {
  const words = title ?? content ?? description;
  if (!words || words.length <= limits.reportPreview) return words || null;
  return `${cutText(words, limits.reportPreview)}…`;
}

/** @returns each reason with the number of reports that give it */
export function countReasons(reports: readonly Report[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { reason, description } of reports) {
    const why =
      [reason === MENU_REPORT_REASON ? texts.menuReason : reason, description].filter(Boolean).join(' · ') || '–';
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts];
}

export function ProfileLink({ name }: { name: string }) {
  return (
    <Link to={`/@${encodeURIComponent(name)}`} className="font-semibold">
      <bdi>
        <Username name={name} />
      </bdi>
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="min-w-[5.25rem] text-soft">{name}</dt>
      <dd className="words min-w-0 flex-[1_1_10rem] break-words">{children}</dd>
    </div>
  );
}
