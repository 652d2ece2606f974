import type { Story } from './stories/story.ts';

/** One message of a story's chat. */
export interface ScriptLine {
  readonly by: string;
  readonly isAnonymous: boolean;
  /** Index of the line it answers. */
  readonly parent: number | null;
  /** People who boost it; null = chance decides. */
  readonly boosts: number | null;
  readonly words: string;
}

/** A story with the lines of its chat. */
export interface PlannedStory {
  readonly story: Story;
  readonly lines: readonly ScriptLine[];
}

const form = /^(?:(?<named>\w+)|\((?<masked>\w+)\))(?: > (?<answered>\w+))?(?: \+(?<boosts>\d+))?: (?<words>.+)$/;

/** Reads a chat as `Story.chat` describes it: who answers the asker before a word of theirs answers the question. Throws on lines it does not understand. */
export const readScript = (chat: string, asker: string): ScriptLine[] => {
  const lines: ScriptLine[] = [];
  for (const text of chat.split('\n').filter((line) => line.trim() !== '')) {
    const { named, masked, answered, boosts, words } = form.exec(text.trim())?.groups ?? {};
    const by = named ?? masked;
    if (by === undefined || words === undefined) throw new Error(`Not a line of a chat: ${text}`);
    const answers = answered === undefined ? -1 : lines.findLastIndex((line) => line.by === answered);
    if (answered !== undefined && answered !== asker && answers === -1)
      throw new Error(`Nobody called ${answered} has said anything yet: ${text}`);
    lines.push({
      by,
      isAnonymous: masked !== undefined,
      parent: answers === -1 ? null : answers,
      boosts: boosts === undefined ? null : Number(boosts),
      words,
    });
  }
  return lines;
};
