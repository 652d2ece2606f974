import { useNavigate } from 'react-router';
import { frameTexts } from '../shared/texts/frame.ts';
import { toast } from '../shared/toast/toast.ts';
import { PlusIcon } from '../shared/ui/icons.tsx';

/** The floating plus. It also answers visitors, with what they have to do first. */
export function QuickCreate({ isSignedIn }: { isSignedIn: boolean }) {
  const navigate = useNavigate();
  const create = () => {
    if (isSignedIn) {
      navigate('/create');
      return;
    }
    toast.bad(frameTexts.loginRequired, frameTexts.signInToCreate);
    navigate('/login', { state: { from: '/create' } });
  };
  return (
    <div
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 mx-auto flex max-w-(--phone) justify-end px-4"
      style={{ paddingBottom: isSignedIn ? 'calc(var(--nav) + 16px)' : 20 }}
    >
      <button
        type="button"
        aria-label={frameTexts.createPost}
        onClick={create}
        className="floating pointer-events-auto grid size-[58px] place-items-center rounded-[20px] bg-air text-air-ink transition-[scale] active:scale-95"
      >
        <PlusIcon size={26} />
      </button>
    </div>
  );
}
