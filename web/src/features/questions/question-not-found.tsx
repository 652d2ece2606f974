import { questionTexts } from '../../shared/texts/questions.ts';
import { NotFoundState } from '../../shared/ui/states.tsx';

export const QuestionNotFound = () => <NotFoundState {...questionTexts.notFound} />;
