import { Navigate, useParams } from '../../shared/navigation/navigation.tsx';

/** The shared form of an episode's link. */
export default function PodcastRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/podcasts/${encodeURIComponent(id)}`} replace />;
}
