import { Invitation, type User } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { sendAct } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { useMuteItems } from '../../shared/mutes/use-mute-items.tsx';
import { showFailure } from '../../shared/session/show-failure.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { shareLink } from '../../shared/toast/copy-words.ts';
import { toast, toastIfOffline } from '../../shared/toast/toast.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { BinIcon, FlagIcon, MoreIcon, ShareIcon } from '../../shared/ui/card-icons.tsx';
import { askToConfirm, openDialog } from '../../shared/ui/dialog-store.ts';
import { type MenuItem, MenuItems } from '../../shared/ui/menu-items.tsx';
import { useMenu } from '../../shared/ui/use-menu.ts';

const texts = peopleTexts.menu;

interface ProfileMenuProps {
  readonly user: Pick<User, 'id' | 'username' | 'invitation'>;
  readonly isByAmbassador: boolean;
}

/** The menu of another person's profile, for signed-in users. */
export function ProfileMenu({ user, isByAmbassador }: ProfileMenuProps) {
  const { isOpen, setOpen, box, button, close } = useMenu();
  const client = useQueryClient();
  const once = useOneActAtATime();
  const id = useId();
  const muteItems = useMuteItems({ person: user });
  const removeInvitation = async () => {
    if (!(await askToConfirm(texts.removeSure(user.username), texts.removeInvitation))) return;
    toastIfOffline();
    try {
      const body = { invitation: null };
      await sendAct(client, Invitation, `/api/users/${user.id}/invitation`, { method: 'PATCH', body });
      toast.good(texts.removed);
      void client.invalidateQueries({ queryKey: queryKeys.person.profile(user.id) });
    } catch (error) {
      showFailure(client, error, texts.mustSignIn, { title: texts.removeFailed });
    }
  };
  const link = {
    path: `/@${encodeURIComponent(user.username)}`,
    title: user.username,
    picture: `/previews/users/${user.id}.png`,
  };
  const items: MenuItem[] = [
    { label: texts.share, icon: <ShareIcon size={20} />, onChoose: () => shareLink(link) },
    ...muteItems,
    {
      label: texts.report,
      icon: <FlagIcon size={20} />,
      onChoose: () => openDialog({ kind: 'report', item: { contentType: 'user', contentId: user.id } }),
    },
  ];
  if (isByAmbassador && user.invitation !== null)
    items.push({ label: texts.removeInvitation, icon: <BinIcon size={20} />, onChoose: once(removeInvitation) });
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={texts.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="grid size-12 place-items-center rounded-control border border-line bg-surface text-text"
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon size={22} />
      </button>
      {isOpen && <MenuItems items={items} id={id} label={texts.label} opens="below" onClose={close} />}
    </div>
  );
}
