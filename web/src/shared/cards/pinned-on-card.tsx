import { useQuery } from '@tanstack/react-query';
import { questionQueries } from '../questions/question.queries.ts';
import { HushedText } from '../sound/hushed-text.tsx';
import { contentTexts } from '../texts/content.ts';
import { Link } from '../ui/link.tsx';

/** The answer of whom a question was asked, on the card of the question: it leads to where it stands. */
export default function PinnedOnCard({ replyId, path }: { replyId: string; path: string }) {
  const { data: reply } = useQuery(questionQueries.reply(replyId));
  if (!reply) return null;
  const isLocked = reply.boostThreshold > 0 && !reply.isRevealed;
  const name = reply.isAnonymous ? null : (reply.user?.username ?? null);
  return (
    <Link to={path} className="pinned mt-3 block">
      <span className="block text-[0.8125rem] font-semibold text-amber">{name ? contentTexts.pinnedBy(name) : contentTexts.pinned}</span>
      <HushedText
        id={reply.id}
        words={reply.content}
        isLocked={isLocked}
        nearness={reply.revealCount / (reply.boostThreshold || 1)}
        lines={1}
        width={290}
      >
        {(words) => (
          <span dir="auto" className="line-clamp-3 whitespace-pre-line">
            {words}
          </span>
        )}
      </HushedText>
    </Link>
  );
}
