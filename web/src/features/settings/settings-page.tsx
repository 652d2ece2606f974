import { ActivityVisibility, AskSettings, NotificationPreferences, type OwnUser } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { useOwnChange } from '../../shared/session/own-user.ts';
import { sessionQueries } from '../../shared/session/session.ts';
import { useLogout } from '../../shared/session/use-logout.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { chooseTheme, themes, useTheme } from '../../shared/theme/theme.ts';
import { exactTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { BackIcon, ChevronIcon } from '../../shared/ui/icons.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { LoadingOrFailedState, PageTitle } from '../../shared/ui/states.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { AccountCard } from './account-card.tsx';
import { GradientCard } from './gradient-card.tsx';
import { MutesCard } from './mutes-card.tsx';
import { DeleteAccountCard, PasswordCard } from './password-cards.tsx';
import { PictureCard } from './picture-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { WordRulesCard } from './word-rules-card.tsx';

const themeTexts = settingsTexts.theme;

function ThemeCard() {
  const theme = useTheme();
  return (
    <SettingsCard title={themeTexts.title}>
      <Choices
        legend={themeTexts.title}
        isLegendHidden
        name="theme"
        choices={themes.map((value) => ({ value, label: themeTexts[value] }))}
        chosen={theme}
        onChoose={chooseTheme}
      />
    </SettingsCard>
  );
}

const privacyTexts = settingsTexts.privacy;
type AskChanges = Partial<Pick<OwnUser, 'whoMayAsk' | 'anonymousAsks' | 'anonymousAsksOffUntil'>>;
const WHO = ['everyone', 'signed-in', 'following', 'nobody'] as const;

function PrivacyCard({ user }: { user: OwnUser }) {
  const activity = useOwnChange(user.id, {
    part: 'activity',
    answer: ActivityVisibility,
    shows: (body: Pick<OwnUser, 'showActivity'>) => body,
    failed: privacyTexts.activityFailed,
  });
  const whoMayAsk = useOwnChange(user.id, {
    part: 'who-may-ask',
    answer: AskSettings,
    shows: (body: AskChanges) => body,
    failed: privacyTexts.whoMayAskFailed,
  });
  return (
    <SettingsCard title={privacyTexts.title}>
      <Switch
        label={privacyTexts.activity}
        hint={privacyTexts.activityHint}
        isOn={user.showActivity}
        onChange={(showActivity) => activity.mutate({ showActivity })}
      />
      <Choices
        legend={privacyTexts.whoMayAsk}
        name="who-may-ask"
        choices={WHO.map((value) => ({ value, label: privacyTexts[value] }))}
        chosen={user.whoMayAsk}
        onChoose={(chosen) => whoMayAsk.mutate({ whoMayAsk: chosen })}
      />
      <AnonymousAsks user={user} onChange={(body) => whoMayAsk.mutate(body)} />
    </SettingsCard>
  );
}

const WEEK_MS = 7 * 86_400_000;
const anonymousTexts = privacyTexts.anonymous;

interface AnonymousAsksProps {
  readonly user: OwnUser;
  readonly onChange: (body: Pick<OwnUser, 'anonymousAsks' | 'anonymousAsksOffUntil'>) => void;
}

function AnonymousAsks({ user: { anonymousAsks, anonymousAsksOffUntil: until }, onChange }: AnonymousAsksProps) {
  const now = useNow();
  const ends = { on: null, off: null, week: new Date(now + WEEK_MS).toISOString() };
  return (
    <div>
      <Choices
        legend={anonymousTexts.legend}
        name="anonymous-asks"
        choices={(['on', 'off', 'week'] as const).map((value) => ({ value, label: anonymousTexts[value] }))}
        chosen={until === null ? anonymousAsks : 'week'}
        onChoose={(chosen) =>
          onChange({ anonymousAsks: chosen === 'on' ? 'on' : 'off', anonymousAsksOffUntil: ends[chosen] })
        }
      />
      <p role="status" className="pt-2 text-sm text-soft empty:hidden">
        {until !== null && anonymousTexts.onAgain(exactTime(until))}
      </p>
    </div>
  );
}

const notificationTexts = settingsTexts.notifications;
const KINDS = ['questionBoosts', 'newReplies', 'reposts', 'reveals'] as const;

function NotificationsCard({ user }: { user: OwnUser }) {
  const change = useOwnChange(user.id, {
    part: 'notification-preferences',
    answer: { parse: (answer) => ({ notificationPreferences: NotificationPreferences.parse(answer) }) },
    shows: (body: Partial<OwnUser['notificationPreferences']>, { notificationPreferences }) => ({
      notificationPreferences: { ...notificationPreferences, ...body },
    }),
    failed: notificationTexts.failed,
  });
  return (
    <SettingsCard title={notificationTexts.title}>
      {KINDS.map((kind) => (
        <Switch
          key={kind}
          label={notificationTexts[kind]}
          hint={notificationTexts[`${kind}Hint`]}
          isOn={user.notificationPreferences[kind]}
          onChange={(isOn) => change.mutate({ [kind]: isOn })}
        />
      ))}
    </SettingsCard>
  );
}

const dataTexts = settingsTexts.data;

/** Uses a plain link, so that the browser saves an export of any length as it arrives. */
function DataCard({ userId }: { userId: string }) {
  return (
    <SettingsCard title={dataTexts.title}>
      <p className="text-soft">{dataTexts.explanation}</p>
      <LinkButton weight="quiet" to={`/api/users/${userId}/export`} reloadDocument download>
        {dataTexts.download}
      </LinkButton>
    </SettingsCard>
  );
}

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
      ) : (
        <LoadingOrFailedState isError={isError} text={settingsTexts.loadFailed} onRetry={refetch} />
      )}
    </>
  );
}

function LinkCard({ to, title, text, children }: { to: string; title: string; text: string; children?: Elements }) {
  return (
    <Link to={to} className="card flex items-center gap-4">
      {children}
      <span className="min-w-0 flex-1">
        <span className="block font-display text-[1.1875rem] font-bold">{title}</span>
        <span className="block text-sm text-soft">{text}</span>
      </span>
      <span className="text-faint">
        <ChevronIcon />
      </span>
    </Link>
  );
}

function OwnSettings({ user }: { user: OwnUser }) {
  const navigate = useNavigate();
  const logout = useLogout();
  return (
    <div className="flex flex-col gap-4 px-3 pb-10">
      <PictureCard user={user} />
      <GradientCard user={user} />
      <LinkCard to="/aura-settings" title={settingsTexts.aura} text={xpTexts.auraLead}>
        <Avatar user={user} size={44} />
      </LinkCard>
      <AccountCard user={user} />
      <ThemeCard />
      <PrivacyCard user={user} />
      <WordRulesCard />
      <MutesCard userId={user.id} />
      <NotificationsCard user={user} />
      <PasswordCard username={user.username} />
      <SessionsCard />
      <DataCard userId={user.id} />
      {user.isAmbassador && <LinkCard to="/admin" {...settingsTexts.toAdmin} />}
      <Button weight="quiet" disabled={logout.isPending} onClick={() => logout.leave(() => navigate('/'))}>
        {settingsTexts.signOut}
      </Button>
      <DeleteAccountCard userId={user.id} username={user.username} />
    </div>
  );
}
