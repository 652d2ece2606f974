import { counted } from './language.ts';

export const timeTexts = {
  unknown: 'Unknown time',
  cardNow: 'Just now',
  now: 'now',
  shellNow: 'just now',
  hoursAgo: (hours: number) => `${counted(hours, { one: 'hour', other: 'hours' })} ago`,
  daysAgo: (days: number) => `${counted(days, { one: 'day', other: 'days' })} ago`,
  minutes: (minutes: number) => `${minutes}m`,
  hours: (hours: number) => `${hours}h`,
  days: (days: number) => `${days}d`,
  ago: (short: string) => `${short} ago`,
  lasted: {
    days: (days: number) => counted(days, { one: 'day', other: 'days' }),
    hours: (hours: number) => counted(hours, { one: 'hour', other: 'hours' }),
    minutes: (minutes: number) => counted(minutes, { one: 'minute', other: 'minutes' }),
    moment: 'less than a minute',
  },
  yesterday: 'yesterday',
};
