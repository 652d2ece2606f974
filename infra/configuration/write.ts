import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../local/paths.mjs';
import { pages } from './configuration.ts';

for (const [path, text] of Object.entries(pages)) writeFileSync(join(repository, path), text);
