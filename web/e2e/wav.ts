import { waveTone } from '../../libs/testing/src/wave.ts';

export const wavFile = (seconds: number): Buffer => waveTone(seconds, (along) => along);
