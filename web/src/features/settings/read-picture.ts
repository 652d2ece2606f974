/** The longest side of a picture that is sent, in pixels: the largest that the server keeps. */
const LONGEST = 512;

export type ReadPicture = { readonly url: string } | { readonly mistake: 'wrongType' | 'unreadable' };

/** A picture from this device as a data URL, upright and small, so that any camera's pictures may be sent. */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (!file.type.startsWith('image/')) return { mistake: 'wrongType' };
  const url = await shrunk(file).catch(() => null);
  return url === null ? { mistake: 'unreadable' } : { url };
}

/** By an `img`: browsers decode a large photo smaller for it, and as a bitmap whole. They turn it as its EXIF says. */
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
    // WebP keeps transparency; a browser that cannot write it answers with PNG by itself.
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
