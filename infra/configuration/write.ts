import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../local/paths.mjs';
import { configurationPages } from './pages.ts';
import { allSettings, serviceCount } from './settings.ts';

for (const { path, text } of configurationPages(allSettings(), serviceCount))
  writeFileSync(join(repository, path), text);
