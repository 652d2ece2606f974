import type { ContentRef, RepostData, UserCard } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { loadCode } from '../errors/new-build.ts';
import { useUser } from '../session/session.ts';
import { askTexts, menuTexts } from '../texts/acts.ts';
import { contentTexts } from '../texts/content.ts';
import { copyWords } from '../toast/copy-words.ts';
import { useOnce } from '../toast/use-once.ts';
import { BinIcon, CopyIcon, FlagIcon } from '../ui/card-icons.tsx';
import { askFirst, openDialog } from '../ui/dialog-store.ts';
import type { Elements } from '../ui/elements.ts';
import { UserIcon } from '../ui/frame-icons.tsx';
import type { Removable } from './content-acts.ts';
import { MENU_REASON, mayDelete, mayDeleteRepost, mayReport } from './content-rules.ts';

const questionsOf = {
  question: { delete: askTexts.deleteQuestion, report: askTexts.reportQuestion },
  podcast: { delete: askTexts.deletePodcast, report: askTexts.reportPodcast },
  discussion: { delete: askTexts.deleteReply, report: askTexts.reportReply },
  message: { delete: askTexts.deleteReply, report: askTexts.reportReply },
} as const;

export interface ContentMenuListProps {
  readonly item: ContentRef;
  readonly kind: Removable;
  readonly content: Parameters<typeof mayDelete>[0];
  /** True on the content's own page, where a report asks for a reason and a deletion tells what is deleted with it. */
  readonly isOwnPage: boolean;
  readonly repost?: RepostData | null;
  readonly words?: string | null;
  /** Adds a link to this profile where the keyboard reaches no other link to it. */
  readonly author?: UserCard | null;
  readonly onRemoved?: () => void;
  readonly id: string;
  readonly opens: 'below' | 'above';
  readonly onClose: () => void;
}

export function ContentMenuList(props: ContentMenuListProps) {
  const { item, kind, content, isOwnPage, repost, words, author, onRemoved, id, opens, onClose } = props;
  const navigate = useNavigate();
  const viewer = useUser();
  const actor = { client: useQueryClient(), userId: viewer?.id ?? null };
  const once = useOnce();
  const ask = questionsOf[kind];

  const deleteIt = async () => {
    const takesAlong = kind === 'question' && isOwnPage ? askTexts.deletesDiscussions : null;
    if (!(await askFirst(ask.delete, menuTexts.delete, takesAlong))) return;
    const { removeContent } = await loadActs();
    if (await removeContent(actor, item, kind)) onRemoved?.();
  };
  const deleteRepost = async ({ reposterUserId }: RepostData) => {
    if (!(await askFirst(askTexts.deleteRepost, menuTexts.delete))) return;
    const { removeRepost } = await loadActs();
    await removeRepost(actor, item.contentId, reposterUserId);
  };
  const reportIt = async () => {
    if (isOwnPage) {
      openDialog({ kind: 'report', item });
      return;
    }
    if (!(await askFirst(ask.report, menuTexts.report))) return;
    const { reportContent } = await loadActs();
    await reportContent(actor, item, MENU_REASON).catch(() => undefined);
  };
  const copy = () => copyWords(words ?? '', { done: menuTexts.textCopied, byHand: menuTexts.copyByHand });

  const items: { label: string; icon: Elements; onChoose: () => void }[] = [];
  if (author)
    items.push({
      label: menuTexts.profileOf(author.username),
      icon: <UserIcon size={20} />,
      onChoose: () => navigate(`/@${encodeURIComponent(author.username)}`),
    });
  if (words) items.push({ label: menuTexts.copyText, icon: <CopyIcon size={20} />, onChoose: copy });
  if (repost && mayDeleteRepost(repost, viewer))
    items.push({
      label: menuTexts.deleteRepost,
      icon: <BinIcon size={20} />,
      onChoose: once(() => deleteRepost(repost)),
    });
  if (mayDelete(content, viewer))
    items.push({ label: menuTexts.delete, icon: <BinIcon size={20} />, onChoose: once(deleteIt) });
  if (mayReport(content, viewer))
    items.push({ label: menuTexts.report, icon: <FlagIcon size={20} />, onChoose: once(reportIt) });

  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true }), []);
  const walk = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) all[(next + all.length) % all.length]?.focus();
  };

  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={contentTexts.more}
      onKeyDown={walk}
      className={clsx(
        'floating arrives absolute right-0 z-20 min-w-44 overflow-hidden rounded-control border border-line bg-raised py-1',
        opens === 'below' ? 'top-full' : 'bottom-full',
      )}
    >
      {items.map(({ label, icon, onChoose }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="flex min-h-12 w-full items-center gap-3 px-4 text-left font-medium whitespace-nowrap focus-visible:bg-surface focus-visible:-outline-offset-2"
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          <span className="flex-none text-soft">{icon}</span>
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

const loadActs = () => loadCode(() => import('./content-acts.ts'));
