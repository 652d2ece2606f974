import type { OwnUser } from '@hearsay/contracts';
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { loadCode } from '../../shared/errors/new-build.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { copyWords, shareLink } from '../../shared/toast/copy-words.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyIcon, ShareIcon } from '../../shared/ui/card-icons.tsx';

const texts = peopleTexts.askLink;

// Loads the QR library only when the user opens the code.
const AskCode = lazy(() => loadCode(() => import('./ask-code.tsx')));

const askLinkOf = (username: string): string =>
  new URL(`/@${encodeURIComponent(username)}`, window.location.origin).href;

/** The visible form of the link, without the protocol and with an unescaped name. */
const shown = (username: string): string => `${window.location.host}/@${username}`;

interface AskLinkProps {
  readonly user: Pick<OwnUser, 'id' | 'username' | 'whoMayAsk' | 'anonymousAsks'>;
}

export function AskLink({ user: { id, username, whoMayAsk, anonymousAsks } }: AskLinkProps) {
  const takes = anonymousAsks === 'off' ? texts.noAnonymous : null;
  const narrowed = whoMayAsk === 'everyone' ? takes : texts.who[whoMayAsk];
  const titleId = useId();
  const [isCodeOpen, setCodeOpen] = useState(false);
  const link = askLinkOf(username);
  const copy = () => copyWords(link, { done: texts.copied, byHand: texts.byHand });
  const share = () => shareLink({ path: link, title: texts.shareText, picture: `/previews/users/${id}.png` });
  return (
    <section aria-labelledby={titleId} className="card mx-3 mt-4">
      <h2 id={titleId} className="text-[1.1875rem] font-bold">
        {texts.title}
      </h2>
      <p className="pt-0.5 text-sm text-soft">{texts.lead}</p>
      <p className="pt-2 font-semibold break-all">
        <bdi>{shown(username)}</bdi>
      </p>
      {narrowed !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-amber">
          <span>{narrowed}</span>
          <Link to="/settings" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            {texts.change}
          </Link>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button className="grow px-4" onClick={copy}>
          <CopyIcon size={20} />
          <span>{texts.copy}</span>
        </Button>
        {typeof navigator.share === 'function' && (
          <Button weight="quiet" className="grow px-4" onClick={share}>
            <ShareIcon size={20} />
            <span>{texts.share}</span>
          </Button>
        )}
        <Button weight="quiet" className="grow px-4" onClick={() => setCodeOpen(true)}>
          {texts.code}
        </Button>
      </div>
      {isCodeOpen && (
        <Suspense>
          <AskCode username={username} link={link} onClose={() => setCodeOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
