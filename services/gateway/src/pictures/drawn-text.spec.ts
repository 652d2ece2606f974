import { describe, expect, it } from '@jest/globals';
import { drawableWords } from './drawn-text.ts';

describe('the words of a picture', () => {
  it.each([
    ['Why is Łódź called Łódź?', 'Why is Łódź called Łódź?'],
    ['Ce mai faci, Ștefan și Țară? Işıl, Győr, Žižek', 'Ce mai faci, Ștefan și Țară? Işıl, Győr, Žižek'],
    ['Bạn có thể ăn phở ở đâu?', 'Bạn có thể ăn phở ở đâu?'],
    ['Wo ist die Straße nach Åre? Où ça, garçon? ¿Señor?', 'Wo ist die Straße nach Åre? Où ça, garçon? ¿Señor?'],
    ['Pho\u031b\u0309 in Lo\u0301dz\u0301', 'Phở in Lódź'],
    ['  two\n\n lines\t ', 'two lines'],
    ['Party 🎉 tonight, 👩‍👩‍👧 and all? ❤️', 'Party tonight, and all?'],
    ['ℹ️ Is 1️⃣ enough?', 'Is 1 enough?'],
    ['Что думаете про Linux 6?', null],
    ['Linux 6 или 7?', null],
    ['何が？', null],
    ['ما رأيك في Linux؟', null],
    ['שלום Hearsay', null],
    ['Ｌｉｎｕｘ', null],
    ['क्या Linux?', null],
    ['Is ௹ 500 enough?', null],
    ['🎉🎉', null],
    ['🎉?', null],
    ['\u200b\u3164', null],
    ['???', '???'],
  ])('of %j are %j', (title, words) => {
    expect(drawableWords(title)).toBe(words);
  });

  it('words keep at most two marks on a letter', () => {
    expect(drawableWords(`x${'\u0301'.repeat(150)} y`)).toBe('x\u0301\u0301 y');
  });
});
