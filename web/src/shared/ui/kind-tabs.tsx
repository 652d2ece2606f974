import clsx from 'clsx';
import { chatTexts } from '../texts/chat.ts';

/** What a reply or a repost can be made of: text today, the others are announced. */
export function KindTabs({ label }: { label: string }) {
  const { text, audio, video, comingSoon } = chatTexts.dialog;
  return (
    <div role="tablist" aria-label={label} className="my-3 flex flex-wrap gap-1 rounded-control bg-raised p-1">
      {[text, audio, video].map((kind) => (
        <button
          key={kind}
          type="button"
          role="tab"
          aria-selected={kind === text}
          disabled={kind !== text}
          className={clsx(
            'min-h-11 min-w-[5.2rem] flex-1 rounded-[11px] px-2 text-sm font-semibold',
            kind === text ? 'bg-surface text-text' : 'text-soft',
          )}
        >
          <span>{kind}</span>
          {kind !== text && <span className="block text-[0.72rem] leading-tight font-medium text-soft">{comingSoon}</span>}
        </button>
      ))}
    </div>
  );
}
