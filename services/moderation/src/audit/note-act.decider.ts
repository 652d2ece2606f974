import { ActNoted, type EventData } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, streamAggregate } from '@hearsay/event-store';

export const actAggregate = streamAggregate<null, typeof ActNoted>(
  'act',
  [ActNoted],
  () => null,
  (state) => state,
);

export type NoteAct = EventData<typeof ActNoted>;

export const actWithoutDetails = {
  actorId: null,
  subjectId: null,
  contentType: null,
  contentId: null,
  role: null,
} as const;

export const noteAct: CommandDefinition<NoteAct, void, typeof ActNoted> = {
  type: 'note-act',
  plan: ({ entryId }) => ({ aggregates: { [actAggregate.name]: [entryId] }, claims: [`act:${entryId}`] }),
  decide: (act, view) => ({
    events: view.holds(`act:${act.entryId}`)
      ? [
          newEvent(ActNoted, act, {
            aggregate: actAggregate,
            key: act.entryId,
          }),
        ]
      : [],
    result: undefined,
  }),
};
