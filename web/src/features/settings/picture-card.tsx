import { type OwnUser, ProfileImage } from '@hearsay/contracts';
import { type ChangeEvent, useRef, useState } from 'react';
import { closeKeyboardOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { useOwnChange } from '../../shared/session/own-user.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { SaveOrCancel, SettingsCard, useOpenOwnProfileLater } from './settings-card.tsx';

/** Longest side of a sent picture in pixels. The server keeps no larger pictures. */
const LONGEST = 512;

/**
 * Makes a small, upright data URL, so that users can send photos of any camera. Decodes with an `img`, because browsers
 * then decode a large photo at a smaller size and apply its EXIF rotation. `createImageBitmap` would decode it
 * at full size.
 */
async function shrunk(file: File): Promise<string | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    await new Promise((done, fail) => Object.assign(picture, { onload: done, onerror: fail, src: address }));
    const { naturalWidth, naturalHeight } = picture;
    if (naturalWidth === 0 || naturalHeight === 0) return null;
    const scale = Math.min(1, LONGEST / Math.max(naturalWidth, naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    // WebP keeps transparency. Browsers that cannot write WebP return PNG.
    const url = canvas.toDataURL('image/webp', 0.88);
    return url.startsWith('data:image/') ? url : null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

const texts = settingsTexts.picture;

export function PictureCard({ user }: { user: OwnUser }) {
  const [image, setImage] = useState(user.profileImage ?? '');
  const picker = useRef<HTMLInputElement>(null);
  const toProfile = useOpenOwnProfileLater(user.username);
  const change = useOwnChange(user.id, {
    part: 'profile-image',
    answer: ProfileImage,
    done: texts.done,
    failed: texts.failed,
  });
  const wanted = image.trim();
  const isChanged = wanted !== (user.profileImage ?? '');
  const isFromDevice = wanted.startsWith('data:');
  // Does not show a typed address yet, because only the server may fetch pictures from other hosts.
  const shown = isFromDevice || wanted === '' ? wanted || null : user.profileImage;

  /** Shows the saved address, because the server copies an external picture and returns the address of its copy. */
  const showSaved = ({ profileImage = null }: Partial<OwnUser>) => {
    setImage(profileImage ?? '');
    toProfile();
  };

  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    const isPicture = file.type.startsWith('image/');
    const url = isPicture ? await shrunk(file).catch(() => null) : null;
    if (url !== null) return setImage(url);
    const { title, text } = texts[isPicture ? 'unreadable' : 'wrongType'];
    toast.bad(title, text);
  };

  return (
    <SettingsCard title={texts.title}>
      <div className="aura-room flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar user={{ ...user, profileImage: shown }} size={76} />
        <div className="flex min-w-0 flex-[1_1_12.5rem] flex-col items-start gap-2">
          <input ref={picker} type="file" accept="image/*" aria-label={texts.upload} hidden onChange={pick} />
          <Button weight="quiet" className="w-full px-3" onClick={() => picker.current?.click()}>
            {texts.upload}
          </Button>
          {wanted !== '' && (
            <button
              type="button"
              className="min-h-11 px-1 text-sm font-semibold text-soft underline underline-offset-4"
              onClick={() => setImage('')}
            >
              {texts.remove}
            </button>
          )}
        </div>
      </div>
      <label className="block">
        <span className="mb-1.5 block text-sm font-semibold">{texts.url}</span>
        <input
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          onKeyDown={closeKeyboardOnEnter}
          className="field"
          placeholder={texts.urlPlaceholder}
          value={isFromDevice ? '' : image}
          onChange={(event) => setImage(event.target.value)}
        />
      </label>
      {isChanged && (
        <SaveOrCancel
          save={texts.save}
          isSaving={change.isPending}
          onSave={() => change.mutate({ profileImage: wanted || null }, { onSuccess: showSaved })}
          onCancel={() => setImage(user.profileImage ?? '')}
        />
      )}
    </SettingsCard>
  );
}
