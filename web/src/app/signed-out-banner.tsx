import { useEffect, useState } from 'react';
import { lostSessionNotice } from '../shared/session/lost-session.ts';
import { useUserId } from '../shared/session/session.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { CloseButton } from '../shared/ui/close-button.tsx';

/** Adds the text when the live region already exists, so that screen readers announce the text. */
export default function SignedOutBanner() {
  const userId = useUserId();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const follow = () => setShown(lostSessionNotice.isShown());
    follow();
    return lostSessionNotice.subscribe(follow);
  }, []);
  useEffect(() => {
    if (userId !== null) lostSessionNotice.hide();
  }, [userId]);
  return (
    <div role="status">
      {isShown && userId === null && (
        <div className="flex items-center justify-center gap-1 bg-amber-tint pl-4 text-sm font-semibold text-amber">
          <p className="py-2">{frameTexts.signedOut}</p>
          <CloseButton label={frameTexts.dismiss} className="flex-none" onClick={lostSessionNotice.hide} />
        </div>
      )}
    </div>
  );
}
