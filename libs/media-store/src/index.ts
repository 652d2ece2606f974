export type { ByteRange, MediaStore } from './media-store.js';
export { mediaSettings, openMediaStore } from './open.js';
