import type { Role, Subjects } from './community.ts';

export interface Read {
  readonly route: string;
  readonly by: Role | 'visitor';
  readonly path: string;
}

export const unmeasured = /export|\/media\/|\/docs|\/ws$|\/uploads|\/wipes\/\{|\/notifications\/\{/;

export const readsOf = ({ people, longRoom, question, reply, podcast }: Subjects): Read[] => {
  const id = (role: Role) => people[role].user.id;
  const me = id('reader');
  const table: readonly (readonly [string, Role | 'visitor', string?])[] = [
    ['/api/feed', 'visitor', '/api/feed?limit=50'],
    ['/api/feed', 'reader', '/api/feed?limit=50'],
    ['/api/feed', 'reader', '/api/feed?sortBy=trending'],
    ['/api/feed', 'reader', '/api/feed?followersOnly=true'],
    ['/api/feed', 'reader', '/api/feed?followersOnly=true&sortBy=trending'],
    ['/api/feed', 'reader', '/api/feed?followersOnly=true&sortBy=boosted'],
    ['/api/users', 'reader'],
    ['/api/users', 'reader', '/api/users?canAsk=true'],
    ['/api/users/search', 'reader', '/api/users/search?q=per'],
    ['/api/users/search', 'reader', '/api/users/search?q=pe'],
    ['/api/users/username/{username}', 'visitor', `/api/users/username/${people.writer.user.username}`],
    ['/api/users/{id}', 'visitor', `/api/users/${id('writer')}`],
    ['/api/users/{id}', 'reader', `/api/users/${id('star')}`],
    ['/api/users/{id}/following-status', 'reader', `/api/users/${id('star')}/following-status`],
    ['/api/users/{id}/recent-question', 'reader', `/api/users/${id('writer')}/recent-question`],
    ['/api/users/{id}/content', 'writer', `/api/users/${id('writer')}/content`],
    ['/api/users/{id}/xp-activities', 'writer', `/api/users/${id('writer')}/xp-activities`],
    ['/api/users/{id}/pending-questions', 'star', `/api/users/${id('star')}/pending-questions`],
    ['/api/auth/user', 'star'],
    ['/api/auth/sessions', 'star'],
    ['/api/notifications', 'writer'],
    ['/api/notifications', 'star'],
    ['/api/notifications/unread-count', 'writer'],
    ['/api/notifications/unread-count', 'star'],
    ['/api/questions/{id}', 'visitor', `/api/questions/${longRoom}`],
    ['/api/questions/{id}', 'reader', `/api/questions/${question}`],
    ['/api/questions/{id}/discussions', 'reader', `/api/questions/${longRoom}/discussions?before=200`],
    ['/api/questions/{id}/room', 'reader', `/api/questions/${longRoom}/room?after=0`],
    ['/api/podcasts/{id}', 'reader', `/api/podcasts/${podcast}`],
    ['/api/discussions/{id}', 'reader', `/api/discussions/${reply}`],
    ['/api/content/{id}', 'reader', `/api/content/${reply}`],
    ['/api/boost-status/{contentType}/{id}', 'reader', `/api/boost-status/question/${question}`],
    ['/api/repost-status/{contentType}/{id}', 'reader', `/api/repost-status/question/${question}`],
    ['/api/boost-status/{contentType}/{id}/{userId}', 'reader', `/api/boost-status/question/${question}/${me}`],
    ['/api/repost-status/{contentType}/{id}/{userId}', 'reader', `/api/repost-status/question/${question}/${me}`],
    ['/api/reports/ambassador', 'ambassador'],
    ['/api/admin/wipes', 'ambassador'],
    ['/api/admin/users/{id}/content', 'ambassador', `/api/admin/users/${id('writer')}/content`],
  ];
  return table.map(([route, by, path]) => ({ route, by, path: path ?? route }));
};
