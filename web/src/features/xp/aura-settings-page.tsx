import type { OwnUser } from '@hearsay/contracts';
import { auras, shownRing } from '@hearsay/game-rules';
import { Link } from 'react-router';
import { useOwnUser } from '../../shared/session/own-user.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { BackIcon } from '../../shared/ui/icons.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { LoadingOrFailedState, PageTitle } from '../../shared/ui/states.tsx';
import { useAuraChoice } from './aura-chooser.tsx';

const texts = xpTexts.aura;

export default function AuraSettingsPage() {
  const { user, isError, refetch } = useOwnUser();
  return (
    <>
      <Link
        to={user ? `/@${encodeURIComponent(user.username)}` : '/profile'}
        className="ml-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 pt-2 text-sm font-semibold text-soft"
      >
        <BackIcon size={18} />
        <span>{texts.back}</span>
      </Link>
      <PageTitle>{texts.title}</PageTitle>
      {user ? (
        <Chooser user={user} />
      ) : (
        <LoadingOrFailedState isError={isError} text={xpTexts.failed} onRetry={refetch} />
      )}
    </>
  );
}

function Chooser({ user }: { user: OwnUser }) {
  const { selected, choices, save } = useAuraChoice(user, { rules: auras, legend: texts.title, submit: texts.save });
  return (
    <div className="px-3">
      <div role="img" aria-label={texts.preview} className="card grid place-items-center overflow-hidden py-14!">
        <Avatar user={user} size={112} ring={shownRing({ ...user, profileAura: selected })} />
      </div>
      <div className="pt-4">{choices}</div>
      <div className="sticky bottom-[calc(var(--nav-now)+12px)] z-10 pt-4">{save('floating w-full')}</div>
    </div>
  );
}
