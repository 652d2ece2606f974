import { ProfileByHandle } from '../features/profile/profile-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** `/@name` is a profile. Any other single segment is no page. */
export default function HandleRoute() {
  return <ProfileByHandle elseShow={<NotFoundPage />} />;
}
