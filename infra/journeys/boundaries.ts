import { accounts } from './boundaries/accounts.ts';
import { episodes } from './boundaries/episodes.ts';
import type { Line, LinesScene } from './boundaries/lines.ts';
import { lists } from './boundaries/lists.ts';
import { posts } from './boundaries/posts.ts';

export const linesOf = (scene: LinesScene): Line[][] => [accounts(scene), posts(scene), episodes(scene), lists(scene)];
