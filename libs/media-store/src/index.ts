export { type ByteRange, type MediaStore, watchedStore } from './media-store.js';
export { mediaSettings, openMediaStore } from './open.js';
