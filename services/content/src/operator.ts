import { runOperatorProgram } from '@hearsay/service-runtime';
import { ContentConfig } from './config.js';
import { content } from './content.definition.js';

await runOperatorProgram(content, ContentConfig, {});
