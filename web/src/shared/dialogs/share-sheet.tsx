import { useState } from 'react';
import type { Confession } from '../navigation/published-state.ts';
import { dialogTexts } from '../texts/acts.ts';
import { soundTexts } from '../texts/content.ts';
import { shareLink } from '../toast/copy-words.ts';
import { Button } from '../ui/button.tsx';
import { ShareIcon } from '../ui/card-icons.tsx';
import { closeDialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';

const texts = dialogTexts.share;

/** Shows the picture of the question's link, and offers the link. */
export function ShareSheet({ id, title, replyBoostThreshold, boostCount }: Confession) {
  const [hasPicture, setPicture] = useState(true);
  const missing = Math.max(1, replyBoostThreshold - boostCount);
  return (
    <Sheet title={boostCount === 0 ? texts.wanted(missing) : texts.moreWanted(missing)} onClose={closeDialog}>
      {hasPicture ? (
        <img
          // Each boost changes the picture, and browsers keep it for minutes.
          src={`/previews/${id}.png?boosts=${boostCount}`}
          alt={texts.picture(title)}
          width={1200}
          height={630}
          className="mt-3 h-auto max-h-[40dvh] w-full rounded-control border border-line bg-raised object-contain"
          onError={() => setPicture(false)}
        />
      ) : (
        <p dir="auto" className="words mt-3 font-display text-[1.375rem] leading-tight font-bold">
          {title}
        </p>
      )}
      <p className="pt-2 text-soft">{texts.text}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button weight="quiet" className="min-w-28 flex-1" onClick={closeDialog}>
          {texts.done}
        </Button>
        <Button data-first className="min-w-32 flex-[2]" onClick={() => shareLink(`/question/${id}`, title)}>
          <ShareIcon size={20} />
          <span>{soundTexts.share}</span>
        </Button>
      </div>
    </Sheet>
  );
}
