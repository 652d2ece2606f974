import { Link, useLocation, useNavigate } from 'react-router';
import { Bell } from '../features/notifications/bell.tsx';
import type { Session } from '../shared/session/session.ts';
import { useLogout } from '../shared/session/use-logout.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { SoundBars } from '../shared/ui/bars.tsx';
import { LeaveIcon } from '../shared/ui/frame-icons.tsx';
import { Avatar } from '../shared/ui/person.tsx';

export function Header({ session }: { session: Session }) {
  return (
    <header className="blurred-bar sticky top-0 z-30 h-(--header) pt-(--safe-top) low:relative">
      <div className="flex h-full items-center gap-1 px-3">
        <Link
          to="/"
          aria-label={frameTexts.toStartLabel}
          className="flex min-h-11 items-center gap-2 rounded-control px-1 font-display text-[min(1.375rem,7vw)] font-extrabold tracking-tight whitespace-nowrap"
        >
          <SoundBars size={26} className="text-air" />
          <span>{frameTexts.brand}</span>
        </Link>
        <span className="flex-1" />
        {session.state === 'in' && <OwnControls user={session.user} />}
        {session.state === 'out' && <SignIn />}
      </div>
    </header>
  );
}

function SignIn() {
  const { pathname, search, hash, state } = useLocation();
  const isAccountPage = pathname === '/login' || pathname === '/register';
  return (
    <Link
      to="/login"
      state={isAccountPage ? state : { from: pathname + search + hash }}
      className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-air"
    >
      {frameTexts.signIn}
    </Link>
  );
}

function OwnControls({ user }: { user: Extract<Session, { state: 'in' }>['user'] }) {
  const navigate = useNavigate();
  const logout = useLogout();
  return (
    <>
      <Bell userId={user.id} />
      <Link
        to={`/@${encodeURIComponent(user.username)}`}
        aria-label={frameTexts.profileOf(user.username)}
        data-own-face
        className="grid size-12 flex-none place-items-center rounded-pill has-[[data-aura=golden-crown]]:translate-y-1"
      >
        <Avatar user={user} size={34} />
      </Link>
      <button
        type="button"
        aria-label={frameTexts.logOut}
        disabled={logout.isPending}
        onClick={() => logout.leave(() => navigate('/login'))}
        className="grid size-11 place-items-center rounded-control text-soft"
      >
        <LeaveIcon />
      </button>
    </>
  );
}
