import { Navigate, useParams } from 'react-router';

/** The shared form of an episode's link. */
export default function PodcastRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/podcasts/${encodeURIComponent(id)}`} replace />;
}
