import { type OwnUser, ProfileImage } from '@hearsay/contracts';
import { type ChangeEvent, useRef, useState } from 'react';
import { doneOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useChange } from './settings.mutations.ts';
import { decideLook, SettingsCard } from './settings-card.tsx';
import { useToOwnProfile } from './use-to-own-profile.ts';

/** Longest side of a sent picture in pixels: the largest that the server keeps. */
const LONGEST = 512;

type ReadPicture = { readonly url: string } | { readonly mistake: 'wrongType' | 'unreadable' };

/** As a data URL, upright and small, so that photos of any camera can be sent. */
async function readPicture(file: File): Promise<ReadPicture> {
  if (!file.type.startsWith('image/')) return { mistake: 'wrongType' };
  const url = await shrunk(file).catch(() => null);
  return url === null ? { mistake: 'unreadable' } : { url };
}

/** By an `img`: browsers decode a large photo smaller for it, unlike for a bitmap, and apply its EXIF rotation. */
async function shrunk(file: File): Promise<string | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = await loaded(address);
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
    // WebP keeps transparency. A browser that cannot write WebP returns PNG.
    const url = canvas.toDataURL('image/webp', 0.88);
    return url.startsWith('data:image/') ? url : null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((done, fail) => {
    const picture = new Image();
    picture.onload = () => done(picture);
    picture.onerror = () => fail(new Error('This browser cannot read the picture'));
    picture.src = address;
  });
}

const texts = settingsTexts.picture;

export function PictureCard({ user }: { user: OwnUser }) {
  const [image, setImage] = useState(user.profileImage ?? '');
  const picker = useRef<HTMLInputElement>(null);
  const toProfile = useToOwnProfile(user.username);
  const change = useChange(user.id, {
    part: 'profile-image',
    answer: ProfileImage,
    apply: (own, { profileImage }) => ({ ...own, profileImage }),
    done: texts.done,
    failed: texts.failed,
  });
  const wanted = image.trim();
  const isChanged = wanted !== (user.profileImage ?? '');
  const isFromDevice = wanted.startsWith('data:');
  // Only the server fetches pictures from other hosts.
  const shown = isFromDevice || wanted === '' ? wanted || null : user.profileImage;

  /** The server copies an external picture and returns its own address. */
  const showSaved = ({ profileImage }: Pick<OwnUser, 'profileImage'>) => {
    setImage(profileImage ?? '');
    toProfile();
  };

  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    const read = await readPicture(file);
    if ('url' in read) setImage(read.url);
    else toast.bad(texts[read.mistake].title, texts[read.mistake].text);
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
          onKeyDown={doneOnEnter}
          className="field"
          placeholder={texts.urlPlaceholder}
          value={isFromDevice ? '' : image}
          onChange={(event) => setImage(event.target.value)}
        />
      </label>
      {isChanged && (
        <div className="arrives flex flex-wrap gap-3">
          <Button
            className={decideLook.yes}
            disabled={change.isPending}
            onClick={() => change.mutate({ profileImage: wanted || null }, { onSuccess: showSaved })}
          >
            {change.isPending ? settingsTexts.saving : texts.save}
          </Button>
          <Button
            weight="quiet"
            className={decideLook.no}
            disabled={change.isPending}
            onClick={() => setImage(user.profileImage ?? '')}
          >
            {settingsTexts.cancel}
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}
