import { Navigate, useParams } from '../../shared/navigation/navigation.tsx';

/** The shared form of a question's link. */
export default function QuestionRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/questions/${id}`} replace />;
}
