import { RepostStatus, RepostStatusMap } from '@hearsay/contracts';
import { statusQueries } from '../api/read-statuses.ts';

export const repostQueries = statusQueries('repost', RepostStatus, RepostStatusMap);
