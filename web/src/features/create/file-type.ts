/** Types of names that some browsers do not know. */
const byEnding: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  avi: 'video/x-msvideo',
  mov: 'video/quicktime',
};

/** The MIME type of a file: the browser's word, else by the end of its name. The server looks at the bytes. */
export function filetypeOf({ type, name }: Pick<File, 'type' | 'name'>): string {
  return type || (byEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream');
}
