import { waveTone } from '../../libs/testing/src/wave.ts';

/** A sound that gets louder. */
export const wav = (seconds: number): Buffer => waveTone(seconds, (along) => along);
