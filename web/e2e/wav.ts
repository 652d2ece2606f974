import { waveTone } from '../../libs/testing/src/wave.ts';

export const wav = (seconds: number): Buffer => waveTone(seconds, (along) => along);
