import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [];
