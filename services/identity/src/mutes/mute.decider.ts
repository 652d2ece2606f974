import { type EventData, MuteChanged } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, streamAggregate } from '@hearsay/event-store';
import { personChangedMessages } from '../accounts/account.decider.js';

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
      // Makes gateways read the sessions of both accounts again. A session has the mutes of its account, and says
      // whether other people block the account.
      live: [accountId, ...(kind === 'block' ? [mutedId] : [])].flatMap(personChangedMessages),
      result: { isOn },
    };
  },
};
