import type { ContentRef, Question, RepostData, UserCard } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { loadCode } from '../errors/new-build.ts';
import { useMuteItems } from '../mutes/use-mute-items.tsx';
import type { SharedQuestion } from '../navigation/published-state.ts';
import { useUser } from '../session/session.ts';
import { askTexts, menuTexts } from '../texts/acts.ts';
import { contentTexts } from '../texts/content.ts';
import { copyWords } from '../toast/copy-words.ts';
import { useOneActAtATime } from '../toast/use-one-act-at-a-time.ts';
import { BinIcon, BookmarkIcon, CopyIcon, FlagIcon, ShareIcon } from '../ui/card-icons.tsx';
import { askToConfirm, openDialog } from '../ui/dialog-store.ts';
import { UserIcon } from '../ui/frame-icons.tsx';
import { EyeIcon, LockIcon } from '../ui/icons.tsx';
import { type MenuItem, MenuItems, type MenuItemsProps } from '../ui/menu-items.tsx';
import type { RemovableKind } from './content-acts.ts';
import { MENU_REPORT_REASON, mayDelete, mayDeleteRepost, mayReport } from './content-rules.ts';

const questionsOf = {
  question: { delete: askTexts.deleteQuestion, report: askTexts.reportQuestion },
  podcast: { delete: askTexts.deletePodcast, report: askTexts.reportPodcast },
  discussion: { delete: askTexts.deleteReply, report: askTexts.reportReply },
  message: { delete: askTexts.deleteReply, report: askTexts.reportReply },
} as const;

export interface ContentMenuListProps extends Pick<MenuItemsProps, 'id' | 'opens' | 'onClose'> {
  readonly item: ContentRef;
  readonly kind: RemovableKind;
  /** Only a question's own page knows whether the viewer watches it. */
  readonly content: Parameters<typeof mayDelete>[0] & { readonly isWatching?: boolean };
  /** True on the content's own page, where a report asks for a reason and a deletion lists what it also deletes. */
  readonly isOwnPage: boolean;
  readonly repost?: RepostData | null;
  /** The question whose share sheet the menu offers. */
  readonly shared?: SharedQuestion | null;
  /** The question whose lock sheet the menu offers. */
  readonly locked?: Question | null;
  readonly words?: string | null;
  /** Adds a link to this profile, if the keyboard reaches no other link to it. */
  readonly author?: UserCard | null;
  /** The author, whom this viewer may mute. Absent for an anonymous post. */
  readonly person?: Pick<UserCard, 'id' | 'username'> | null;
  readonly onRemoved?: () => void;
}

export function ContentMenuList(props: ContentMenuListProps) {
  const {
    item,
    kind,
    content,
    isOwnPage,
    repost,
    shared,
    locked,
    words,
    author,
    person = null,
    onRemoved,
    id,
    opens,
    onClose,
  } = props;
  const navigate = useNavigate();
  const viewer = useUser();
  const actor = { client: useQueryClient(), userId: viewer?.id ?? null };
  const once = useOneActAtATime();
  const ask = questionsOf[kind];
  const muteItems = useMuteItems({ person, questionId: kind === 'question' ? item.contentId : null });

  const deleteIt = async () => {
    const takesAlong = kind === 'question' && isOwnPage ? askTexts.deletesDiscussions : null;
    if (!(await askToConfirm(ask.delete, menuTexts.delete, takesAlong))) return;
    const { removeContent } = await loadActs();
    if (await removeContent(actor, item, kind)) onRemoved?.();
  };
  const deleteRepost = async ({ reposterUserId }: RepostData) => {
    if (!(await askToConfirm(askTexts.deleteRepost, menuTexts.delete))) return;
    const { removeRepost } = await loadActs();
    await removeRepost(actor, item.contentId, reposterUserId);
  };
  const reportIt = async () => {
    if (isOwnPage) {
      openDialog({ kind: 'report', item });
      return;
    }
    if (!(await askToConfirm(ask.report, menuTexts.report))) return;
    const { reportContent } = await loadActs();
    await reportContent(actor, item, MENU_REPORT_REASON).catch(() => undefined);
  };
  const copy = () => copyWords(words ?? '', { done: menuTexts.textCopied, byHand: menuTexts.copyByHand });

  const items: MenuItem[] = [];
  if (author)
    items.push({
      label: menuTexts.profileOf(author.username),
      icon: <UserIcon size={20} />,
      onChoose: () => navigate(`/@${encodeURIComponent(author.username)}`),
    });
  if (shared)
    items.push({
      label: menuTexts.shareCard,
      icon: <ShareIcon size={20} />,
      onChoose: () => openDialog({ kind: 'share', question: shared }),
    });
  if (locked)
    items.push({
      label: menuTexts.changeLock,
      icon: <LockIcon size={20} />,
      onChoose: () => openDialog({ kind: 'lock', question: locked }),
    });
  if (words) items.push({ label: menuTexts.copyText, icon: <CopyIcon size={20} />, onChoose: copy });
  // Only content that everyone sees can be watched or bookmarked.
  const mayMark = content.isApproved !== false;
  if (mayMark && content.isWatching !== undefined)
    items.push({
      label: content.isWatching ? menuTexts.stopWatching : menuTexts.watch,
      icon: <EyeIcon size={20} />,
      onChoose: once(async () => (await loadMarks()).setWatch(actor, item.contentId, !content.isWatching)),
    });
  if (mayMark)
    items.push({
      label: menuTexts.bookmark,
      icon: <BookmarkIcon size={20} />,
      onChoose: once(async () => void (await (await loadMarks()).setBookmark(actor, item, true))),
    });
  if (repost && mayDeleteRepost(repost, viewer))
    items.push({
      label: menuTexts.deleteRepost,
      icon: <BinIcon size={20} />,
      onChoose: once(() => deleteRepost(repost)),
    });
  items.push(...muteItems);
  if (mayDelete(content, viewer))
    items.push({ label: menuTexts.delete, icon: <BinIcon size={20} />, onChoose: once(deleteIt) });
  if (mayReport(content, viewer))
    items.push({ label: menuTexts.report, icon: <FlagIcon size={20} />, onChoose: once(reportIt) });

  return <MenuItems items={items} id={id} label={contentTexts.more} opens={opens} onClose={onClose} />;
}

const loadMarks = () => loadCode(() => import('./mark-acts.ts'));
const loadActs = () => loadCode(() => import('./content-acts.ts'));
