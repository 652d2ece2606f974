import { useState } from 'react';
import type { SharedQuestion } from '../navigation/published-state.ts';
import { dialogTexts } from '../texts/acts.ts';
import { soundTexts } from '../texts/content.ts';
import { copyWords, questionLink, shareLink } from '../toast/copy-words.ts';
import { Button } from '../ui/button.tsx';
import { CopyIcon, ShareIcon } from '../ui/card-icons.tsx';
import { closeDialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';

const texts = dialogTexts.share;

/** Builds an element, so that the browser escapes the title. */
const embedCodeOf = ({ id, title }: SharedQuestion): string => {
  const frame = document.createElement('iframe');
  frame.src = new URL(`/embed/questions/${id}`, window.location.origin).href;
  frame.title = title;
  frame.width = '430';
  frame.height = '320';
  frame.loading = 'lazy';
  frame.style.cssText = 'border: 0; max-width: 100%';
  return frame.outerHTML;
};

const headingOf = ({ replyBoostThreshold, boostCount, isRevealed }: SharedQuestion): string => {
  if (isRevealed || replyBoostThreshold === 0) return texts.open;
  const missing = Math.max(1, replyBoostThreshold - boostCount);
  return boostCount === 0 ? texts.wanted(missing) : texts.moreWanted(missing);
};

/** Shows the picture of the question's link, and offers the link and the code that embeds the question. */
export function ShareSheet(question: SharedQuestion) {
  const { id, title, boostCount } = question;
  const [hasPicture, setPicture] = useState(true);
  // Browsers cache the picture for minutes, so the URL changes with each boost, like the picture.
  const picture = `/previews/${id}.png?boosts=${boostCount}`;
  const copyCode = () => copyWords(embedCodeOf(question), { done: texts.embedCopied, byHand: texts.embedByHand });
  return (
    <Sheet title={headingOf(question)} onClose={closeDialog}>
      {hasPicture ? (
        <img
          src={picture}
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
        <Button
          data-first
          className="min-w-32 flex-[2]"
          onClick={() => shareLink({ ...questionLink(question), picture })}
        >
          <ShareIcon size={20} />
          <span>{soundTexts.share}</span>
        </Button>
        <Button weight="quiet" className="w-full" onClick={copyCode}>
          <CopyIcon size={20} />
          <span>{texts.embed}</span>
        </Button>
      </div>
    </Sheet>
  );
}
