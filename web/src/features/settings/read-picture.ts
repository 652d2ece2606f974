/** The longest side of a picture that is sent, in pixels: three times what a profile shows. */
const LONGEST = 512;

/** A picture from this device as a data URL, made small enough to send; null when the file is no picture. */
export async function readPicture(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/')) return null;
  return (await shrunk(file).catch(() => null)) ?? asDataUrl(file).catch(() => null);
}

/** Null where the browser cannot draw it: then it goes as it is, and the server decides. */
async function shrunk(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // WebP keeps transparency; a browser that cannot write it answers with PNG by itself.
  const url = canvas.toDataURL('image/webp', 0.88);
  return url.startsWith('data:image/') ? url : null;
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
