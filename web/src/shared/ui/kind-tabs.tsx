import clsx from 'clsx';
import { useId } from 'react';
import { chatTexts } from '../texts/chat.ts';
import type { Elements } from './elements.ts';

interface KindTabsProps {
  readonly label: string;
  readonly children: Elements;
}

export function KindTabs({ label, children }: KindTabsProps) {
  const { text, audio, video, comingSoon } = chatTexts.dialog;
  const kinds = [text, audio, video];
  const id = useId();
  return (
    <>
      <div role="tablist" aria-label={label} className="my-3 flex flex-wrap gap-1 rounded-control bg-raised p-1">
        {kinds.map((kind) => (
          <button
            key={kind}
            id={`${id}-${kind}`}
            type="button"
            role="tab"
            aria-selected={kind === text}
            aria-controls={`${id}-${kind}-panel`}
            disabled={kind !== text}
            className={clsx(
              'min-h-11 min-w-[5.2rem] flex-1 rounded-[11px] px-2 text-sm font-semibold',
              kind === text ? 'bg-surface text-text' : 'text-soft',
            )}
          >
            <span>{kind}</span>
            {kind !== text && (
              <span className="block text-[0.72rem] leading-tight font-medium text-soft">{comingSoon}</span>
            )}
          </button>
        ))}
      </div>
      {kinds.map((kind) => (
        <div
          key={kind}
          role="tabpanel"
          id={`${id}-${kind}-panel`}
          aria-labelledby={`${id}-${kind}`}
          hidden={kind !== text}
        >
          {kind === text ? children : <p>{comingSoon}</p>}
        </div>
      ))}
    </>
  );
}
