import { ActNoted, type EventData } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, streamAggregate } from '@hearsay/event-store';

/** Key: the id of the event that an act was read from, or of the act itself. Each is new. */
export const actAggregate = streamAggregate<null, typeof ActNoted>(
  'act',
  [ActNoted],
  () => null,
  (state) => state,
);

export type NoteAct = EventData<typeof ActNoted>;

/** Writes an act down that another service's log or an operator's program tells of: once, however often it is told. */
export const noteAct: CommandDefinition<NoteAct, void, typeof ActNoted> = {
  type: 'note-act',
  plan: ({ entryId }) => ({ aggregates: { [actAggregate.name]: [entryId] }, claims: [`act:${entryId}`] }),
  decide: (act, view) => ({
    events: view.holds(`act:${act.entryId}`)
      ? [
          newEvent(ActNoted, act, {
            aggregate: actAggregate,
            key: act.entryId,
            routingId: act.contentId ?? act.subjectId ?? act.entryId,
          }),
        ]
      : [],
    result: undefined,
  }),
};
