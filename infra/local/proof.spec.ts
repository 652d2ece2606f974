import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { modelFolder, modelScenarios } from './proof.ts';

describe('the model of the relay', () => {
  it('every rule of the model is switched off in one of the searches', () => {
    const files = readdirSync(modelFolder).filter((name) => name.endsWith('.pml'));
    const model = files.map((name) => readFileSync(join(modelFolder, name), 'utf8')).join('\n');
    const rules = new Set([...model.matchAll(/^#.*?\b(NO_\w+)/gm)].map((match) => match[1]));
    const searched = new Set(modelScenarios.flatMap((scenario) => scenario.rules));
    expect([...searched].sort()).toEqual([...rules].sort());
  });
});
