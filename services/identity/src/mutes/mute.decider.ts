import { type EventData, MuteChanged } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, streamAggregate } from '@hearsay/event-store';
import { personChanged } from '../accounts/account.decider.js';

export type Mute = Omit<EventData<typeof MuteChanged>, 'isOn'>;

export const muteKey = ({ accountId, kind, mutedId }: Mute): string => `${accountId}:${kind}:${mutedId}`;

export const muteAggregate = streamAggregate(
  'mute',
  [MuteChanged],
  () => ({ isOn: false }),
  (_before, { data: { isOn } }) => ({ isOn }),
);

export const setMute: CommandDefinition<EventData<typeof MuteChanged>, { isOn: boolean }, typeof MuteChanged> = {
  type: 'set-mute',
  plan: (mute) => ({ aggregates: { [muteAggregate.name]: [muteKey(mute)] } }),
  decide(mute, view) {
    const key = muteKey(mute);
    const { isOn, accountId, kind, mutedId } = mute;
    if (view.state(muteAggregate, key).isOn === isOn) return { events: [], result: { isOn } };
    return {
      events: [newEvent(MuteChanged, mute, { aggregate: muteAggregate, key })],
      // Sessions hold the mutes of their account, and whether it is blocked.
      live: [accountId, ...(kind === 'block' ? [mutedId] : [])].flatMap(personChanged),
      result: { isOn },
    };
  },
};
