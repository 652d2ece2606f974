export { type ByteRange, checkMediaStore, type MediaStore } from './media-store.js';
export { mediaSettings, openMediaStore } from './open.js';
