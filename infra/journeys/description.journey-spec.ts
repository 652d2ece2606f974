import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import pg from 'pg';
import { repository } from '../local/paths.mjs';
import { databaseServices } from '../local/service-list.ts';
import { type Client, newcomer } from './client.ts';
import { attemptsAt } from './description/arbitraries.ts';
import { type Call, callsOf, type Document, Promises } from './description/document.ts';
import { inLanes } from './lanes.ts';
import { Scene } from './permissions/scene.ts';
import { settled } from './settled.ts';
import { caseTimeoutMs, type System, startJourney, startTimeoutMs, stopTimeoutMs } from './system.ts';

const storyFile = fileURLToPath(new URL('./description/story.ts', import.meta.url));
const compiler = join(repository, 'node_modules/typescript7/bin/tsc');

/** It imports what is made below, so it is no part of the types of this workspace. */
const importStory = async () => (await import(storyFile)) as { tellStory: (url: string) => Promise<string[]> };

/** FUZZ_SEED, FUZZ_RUNS and FUZZ_CALL repeat or widen what is tried; a failure prints its seed and path. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const runsOfCall = Number(process.env.FUZZ_RUNS ?? 20);
const onlyCall = process.env.FUZZ_CALL;

/** Whoever makes these may not be there afterwards: each attempt series has somebody of its own. */
const endsPeople = /\/api\/auth\/|DELETE \/api\/users\/\{id\}$/;

describe('the description of the API', () => {
  let system: System;
  let scene: Scene;
  let document: Document;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearsay-client-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    system = await startJourney();
    scene = await Scene.set(system);
    document = await scene.people.visitor.get<Document>('/api/docs-json');
  }, startTimeoutMs);

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await system?.stop();
  }, stopTimeoutMs);

  /** What the compiler says of a program that uses the client. */
  const mistakesIn = (file: string): Promise<string> => {
    const settings = `${file}.json`;
    const compilerOptions = {
      paths: { 'hearsay-api': [join(folder, 'hearsay-api.ts')] },
      typeRoots: [join(repository, 'node_modules/@types')],
    };
    const extended = join(repository, 'infra/tsconfig.json');
    writeFileSync(
      settings,
      JSON.stringify({ extends: extended, compilerOptions, include: [], exclude: [], files: [file] }),
    );
    return new Promise((resolve) => {
      execFile(process.execPath, [compiler, '-p', settings, '--pretty', 'false'], (_failed, output) => resolve(output));
    });
  };

  it(
    'gives a generated client the types of everything that it asks and is told',
    async () => {
      writeFileSync(
        join(folder, 'hearsay-api.ts'),
        astToString(await openapiTypescript(document as unknown as OpenAPI3)),
      );
      const story = readFileSync(storyFile, 'utf8');
      const told = join(folder, 'story.ts');
      writeFileSync(told, story);
      expect(await mistakesIn(told)).toBe('');
      const mistakes = [
        ["sortBy: 'recent', limit: 50 } } })", "sortBy: 'mood', limit: 50 } } })"],
        ['isBoosted: true', "isBoosted: 'yes'"],
        ["'already_reposted'", "'already_posted'"],
        ["'/api/users/{id}/follow'", "'/api/users/{id}/pursue'"],
        ['profile.content', 'profile.contents'],
      ] as const;
      const changed = join(folder, 'changed.ts');
      const wrong = mistakes.reduce((text, [right, mistake]) => text.replace(right, mistake), story);
      writeFileSync(changed, wrong);
      const said = await mistakesIn(changed);
      const unnoticed = mistakes.filter(([, mistake]) => {
        const line = wrong.slice(0, wrong.indexOf(mistake)).split('\n').length;
        return !wrong.includes(mistake) || !said.includes(`changed.ts(${line},`);
      });
      expect(unnoticed).toEqual([]);
    },
    caseTimeoutMs,
  );

  it(
    'is enough to tell the story with that client',
    async () => {
      const { tellStory } = await importStory();
      const told = [
        'registered',
        'asked',
        'replied',
        'boosted',
        'reposted',
        'followed',
        'found',
        'shown',
        'reported',
        'left',
      ];
      expect(await tellStory(system.url)).toEqual(told);
    },
    caseTimeoutMs,
  );

  it(
    'holds for whatever is sent: no call fails, each answers as described, and nobody’s words are lost',
    async () => {
      const { fan, ambassador, owner, visitor } = scene.people;
      const bystander = await newcomer(system.url, 'bystander');
      const { id } = await bystander.ask({ title: 'Am I still here?', description: 'I hope so' });
      await bystander.say(id, 'Yes');
      await settled(system);
      const untouched = async () => ({
        page: await bystander.question(id),
        profile: await bystander.get(`/api/users/${bystander.user.id}`),
      });
      const before = await untouched();
      const pids = { ...system.pids };

      const report = await scene.freshReport();
      const ids = [
        ...[fan, ambassador, owner].map(({ user }) => user.id),
        ...[
          scene.approved.id,
          scene.pending.id,
          scene.reply.id,
          scene.podcast.id,
          scene.notificationId,
          report.id,
          report.contentId,
        ],
        ...[await scene.freshWipe(), await scene.uploadFor('owner')],
      ];
      const promises = new Promises(document);
      const failures: string[] = [];
      const attempt = async (call: Call) => {
        const throwAway = endsPeople.test(call.name) ? await scene.somebody() : undefined;
        const people: Client[] = throwAway ? [throwAway, visitor] : [fan, ambassador, owner, visitor];
        const property = fc.asyncProperty(
          attemptsAt(call, ids, people.length),
          async ({ params, query, headers, body, who }) => {
            const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
              encodeURIComponent(params[name] ?? ''),
            );
            const search = new URLSearchParams(query).toString();
            const { cookie } = people[who]!;
            const answer = await fetch(`${system.url}${path}${search && `?${search}`}`, {
              method: call.method,
              headers: {
                ...(body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
                ...(cookie !== undefined && { cookie }),
              },
              ...(body !== undefined && { body }),
            });
            const text = await answer.text();
            const broken = promises.brokenBy(call, { status: answer.status, headers: answer.headers, text });
            if (broken)
              throw new Error(`${call.method} ${path} as ${who}: ${answer.status} ${broken} ${text.slice(0, 300)}`);
          },
        );
        const path = process.env.FUZZ_PATH;
        const outcome = await fc.check(property, { seed, numRuns: runsOfCall, ...(path !== undefined && { path }) });
        if (outcome.failed)
          failures.push(`${call.name}: ${outcome.errorInstance}\n${await fc.asyncDefaultReportMessage(outcome)}`);
      };
      await inLanes(
        callsOf(document).filter(({ name }) => name !== 'GET /ws' && (onlyCall === undefined || name === onlyCall)),
        attempt,
      );
      expect(failures).toEqual([]);

      await settled(system);
      expect(system.pids).toEqual(pids);
      expect(await untouched()).toEqual(before);
      for (const service of databaseServices) {
        const database = new pg.Client({ connectionString: system.databaseUrls[service] });
        await database.connect();
        const { rows } = await database.query('select * from dead_letters').finally(() => database.end());
        expect([service, rows]).toEqual([service, []]);
      }
    },
    caseTimeoutMs,
  );
});
