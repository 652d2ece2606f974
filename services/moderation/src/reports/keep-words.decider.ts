import type { CommandDefinition } from '@hearsay/event-store';
import type { OpenedWords } from './report.sql.js';

/** How long the words of a resolved report are kept: 30 days. */
export const keptAfterResolvingMs = 30 * 24 * 3_600_000;

/** Takes the words of reports away; the reports themselves stay in the history. Repeating it changes nothing. */
export const eraseWords: CommandDefinition<{ readonly reportIds: readonly string[] }, void> = {
  type: 'erase-words',
  plan: () => ({ aggregates: {} }),
  decide: ({ reportIds }) => ({
    events: [],
    rows: { erased: reportIds.map((reportId) => ({ reportId })) },
    result: undefined,
  }),
};

/** Keeps the words of locked content once they are open. Erased ones stay erased, and a repeat changes nothing. */
export const keepOpenedWords: CommandDefinition<{ readonly opened: readonly OpenedWords[] }, void> = {
  type: 'keep-opened-words',
  plan: () => ({ aggregates: {} }),
  decide: ({ opened }) => ({ events: [], rows: { opened }, result: undefined }),
};
