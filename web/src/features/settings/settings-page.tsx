import type { OwnUser } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { useLogout } from '../../shared/session/use-logout.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { BackIcon, ChevronIcon } from '../../shared/ui/icons.tsx';
import { FailedState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { AccountCard } from './account-card.tsx';
import { DataCard } from './data-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { GradientCard } from './gradient-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PictureCard } from './picture-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { ThemeCard } from './theme-card.tsx';

export default function SettingsPage() {
  const { data: user, isError, refetch } = useQuery(sessionQueries.current());
  return (
    <>
      <Link
        to="/profile"
        className="ml-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 pt-2 text-sm font-semibold text-soft"
      >
        <BackIcon size={18} />
        <span>{settingsTexts.back}</span>
      </Link>
      <PageTitle>{settingsTexts.title}</PageTitle>
      {user ? (
        <OwnSettings user={user} />
      ) : isError ? (
        <FailedState text={settingsTexts.loadFailed} onRetry={refetch} />
      ) : (
        <WaitingState />
      )}
    </>
  );
}

function OwnSettings({ user }: { user: OwnUser }) {
  const navigate = useNavigate();
  const logout = useLogout();
  return (
    <div className="flex flex-col gap-4 px-3 pb-10">
      <PictureCard user={user} />
      <GradientCard user={user} />
      <Link to="/aura-settings" className="card flex items-center gap-4">
        <Avatar user={user} size={44} />
        <span className="min-w-0 flex-1">
          <span className="block font-display text-[1.1875rem] font-bold">{settingsTexts.aura}</span>
          <span className="block text-sm text-soft">{xpTexts.auraLead}</span>
        </span>
        <span className="text-faint">
          <ChevronIcon />
        </span>
      </Link>
      <AccountCard user={user} />
      <ThemeCard />
      <PrivacyCard user={user} />
      <NotificationsCard user={user} />
      <PasswordCard username={user.username} />
      <SessionsCard />
      <DataCard userId={user.id} />
      {user.isAmbassador && (
        <Link to="/admin" className="card flex items-center gap-4">
          <span className="min-w-0 flex-1">
            <span className="block font-display text-[1.1875rem] font-bold">{settingsTexts.toAdmin.title}</span>
            <span className="block text-sm text-soft">{settingsTexts.toAdmin.text}</span>
          </span>
          <span className="text-faint">
            <ChevronIcon />
          </span>
        </Link>
      )}
      <Button weight="quiet" disabled={logout.isPending} onClick={() => logout.leave(() => navigate('/'))}>
        {settingsTexts.signOut}
      </Button>
      <DeleteAccountCard userId={user.id} username={user.username} />
    </div>
  );
}
