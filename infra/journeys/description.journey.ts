import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { databaseServices } from '../local/service-list.ts';
import { type Client, registerNewcomer } from './client.ts';
import { attemptsAt } from './description/arbitraries.ts';
import { type Call, callsOf, DescribedResponses, type Document } from './description/document.ts';
import { forEachInParallel } from './for-each-in-parallel.ts';
import { prepareScene, type Scene } from './permissions/scene.ts';
import { untilReadyAndSettled } from './settled.ts';
import { queryRows, type System } from './system.ts';

/** FUZZ_SEED repeats a run, FUZZ_RUNS and FUZZ_CALL widen or narrow it. A failure prints its seed and path. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const runsOfCall = Number(process.env.FUZZ_RUNS ?? 20);
const onlyCall = process.env.FUZZ_CALL;

/** Calls that may end the caller's session or account. Each series of such calls gets its own caller. */
const endsPeople = /\/api\/auth\/|DELETE \/api\/users\/\{id\}$/;

export const descriptionJourney = (system: System): void => {
  let scene: Scene;
  let document: Document;

  beforeAll(async () => {
    scene = await prepareScene(system);
    document = await scene.people.visitor.get<Document>('/api/docs-json');
  });

  it('any input gets a described answer, and changes no data of an uninvolved person', async () => {
    const { fan, ambassador, owner, visitor } = scene.people;
    const bystander = await registerNewcomer(system.url, 'bystander');
    const { id } = await bystander.ask({ title: 'Am I still here?', description: 'I hope so' });
    await bystander.say(id, 'Yes');
    await untilReadyAndSettled(system);
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
        scene.approved,
        scene.pending,
        scene.reply.id,
        scene.podcast.id,
        scene.notificationId,
        report.id,
        report.contentId,
      ],
      ...[await scene.freshWipe(), await scene.uploadFor('owner')],
    ];
    const promises = new DescribedResponses(document);
    const failures: string[] = [];
    const attempt = async (call: Call) => {
      const throwAway = endsPeople.test(call.name) ? await scene.somebody() : undefined;
      const people: Client[] = throwAway ? [throwAway, visitor] : [fan, ambassador, owner, visitor];
      const property = fc.asyncProperty(
        attemptsAt(call, ids, people.length),
        async ({ params, query, headers, body, who }) => {
          const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
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
          const broken = promises.deviationOf(call, { status: answer.status, headers: answer.headers, text });
          if (broken)
            throw new Error(`${call.method} ${path} as ${who}: ${answer.status} ${broken} ${text.slice(0, 300)}`);
        },
      );
      const path = process.env.FUZZ_PATH;
      const outcome = await fc.check(property, { seed, numRuns: runsOfCall, ...(path !== undefined && { path }) });
      if (outcome.failed)
        failures.push(`${call.name}: ${outcome.errorInstance}\n${await fc.asyncDefaultReportMessage(outcome)}`);
    };
    await forEachInParallel(
      callsOf(document).filter(({ name }) => name !== 'GET /ws' && (onlyCall === undefined || name === onlyCall)),
      attempt,
    );
    expect(failures).toEqual([]);

    await untilReadyAndSettled(system);
    expect(system.pids).toEqual(pids);
    expect(await untouched()).toEqual(before);
    for (const service of databaseServices) {
      expect([service, await queryRows(system, service, 'select * from dead_letters')]).toEqual([service, []]);
    }
  });
};
