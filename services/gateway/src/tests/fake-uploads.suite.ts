import { randomBytes } from 'node:crypto';
import { contentRpc, type PodcastView, Refusal, type UploadView } from '@hearsay/contracts';
import type { FakeServices } from './fake-services.suite.js';

type Opened = UploadView & { readonly ownerId: string | null };

export class FakeUploads {
  readonly uploads = new Map<string, Opened>();
  readonly media = new Map<string, { contentType: string; bytes: number }>();

  constructor(services: FakeServices) {
    services.on(contentRpc.openUpload, (asked, { accountId }) => ({
      upload: this.uploads.get(asked.id) ?? this.open({ ...asked, ownerId: accountId }),
    }));
    services.on(contentRpc.upload, ({ id }, { accountId }) => ({ upload: this.#own(id, accountId) }));
    services.on(contentRpc.closeUpload, ({ id }, { accountId }) => {
      const upload = this.#own(id, accountId);
      if (!upload) throw new Refusal('not_found');
      this.uploads.set(id, { ...upload, expiresAt: new Date(0).toISOString() });
      return {};
    });
    services.on(contentRpc.media, ({ key }) => ({ media: this.media.get(key) ?? null }));
  }

  open(asked: Omit<Opened, 'key' | 'isUsed' | 'createdAt' | 'expiresAt'>): Opened {
    const upload = {
      ...asked,
      key: `e${randomBytes(18).toString('base64url')}`,
      isUsed: false,
      createdAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    };
    this.uploads.set(asked.id, upload);
    return upload;
  }

  #own(id: string, accountId: string | null): Opened | null {
    const upload = this.uploads.get(id);
    return upload && upload.ownerId === accountId && Date.parse(upload.expiresAt) > Date.now() ? upload : null;
  }
}

/** Encodes an `Upload-Metadata` header of tus. */
export const encodeUploadMetadata = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export const podcastView = (over: Partial<PodcastView> & Pick<PodcastView, 'id' | 'authorId'>): PodcastView => ({
  title: 'Night talk',
  description: null,
  mediaKey: `e${'k'.repeat(24)}`,
  mediaType: 'audio',
  duration: 12.5,
  waveform: null,
  playCount: 3,
  isMine: false,
  isEdited: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...over,
});
