export { type ByteRange, type MediaStore, mediaStoreToWatch } from './media-store.js';
export { mediaSettings, openMediaStore } from './open.js';
