import { useLocation } from 'react-router';
import { usePageParams } from '../shared/navigation/page-params.ts';
import { Redirect } from './redirect.tsx';

export default function ShortLinkRedirect() {
  const { pathname } = useLocation();
  const { id = '' } = usePageParams();
  return <Redirect to={`/${/^\/question/i.test(pathname) ? 'questions' : 'podcasts'}/${encodeURIComponent(id)}`} />;
}
