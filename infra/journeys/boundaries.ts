import { accounts } from './boundaries/accounts.ts';
import { episodes } from './boundaries/episodes.ts';
import type { Line, LinesScene } from './boundaries/lines.ts';
import { lists } from './boundaries/lists.ts';
import { posts } from './boundaries/posts.ts';

/** Every line that the rules of input draw, in groups that do not disturb each other. */
export const linesOf = (scene: LinesScene): Line[][] => [accounts(scene), posts(scene), episodes(scene), lists(scene)];
