import { useLocation } from 'react-router';
import { keepAct } from '../session/kept-act.ts';
import { actTexts } from '../texts/acts.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { soundTexts } from '../texts/sound.ts';
import { LinkButton } from '../ui/button.tsx';
import { closeDialog, type Dialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';

const mustSignIn = { boost: soundTexts.mustSignIn, repost: actTexts.mustSignIn.repost };

/** What a visitor finds who acts: the way in, account first. The act is kept and happens when they come back. */
export function JoinSheet({ act, item, missing }: Extract<Dialog, { kind: 'join' }>) {
  const { pathname, search, hash } = useLocation();
  const texts = dialogTexts.join;
  const way = { state: { from: pathname + search + hash }, onClick: () => keepAct(act, item) };
  return (
    <Sheet title={act === 'boost' ? texts.boost(missing) : texts.repost} onClose={closeDialog}>
      <p className="pt-1 font-semibold">{mustSignIn[act]}</p>
      <p className="pt-1 text-soft">{texts.text}</p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <LinkButton to="/register" className="flex-[1_1_11rem]" {...way}>
          {texts.account}
        </LinkButton>
        <LinkButton to="/login" weight="quiet" className="flex-[1_1_8rem]" {...way}>
          {texts.signIn}
        </LinkButton>
      </div>
    </Sheet>
  );
}
