import { frameTexts } from '../shared/texts/frame.ts';
import { NotFoundState } from '../shared/ui/states.tsx';

export const NotFoundPage = () => <NotFoundState {...frameTexts.notFound} />;
