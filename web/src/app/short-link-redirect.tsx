import { useLocation } from 'react-router';
import { usePageParams } from '../shared/navigation/page-params.ts';
import { Redirect } from './redirect.tsx';

/** The shared form of a link: `/question/{id}` leads to `/questions/{id}`, and `/podcast/{id}` to `/podcasts/{id}`. */
export default function ShortLinkRedirect() {
  const { pathname } = useLocation();
  const { id = '' } = usePageParams();
  return <Redirect to={`/${/^\/question/i.test(pathname) ? 'questions' : 'podcasts'}/${encodeURIComponent(id)}`} />;
}
