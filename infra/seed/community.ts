import { readFileSync } from 'node:fs';
import type { Aura, OwnUser } from '@hearsay/contracts';
import { parse } from 'yaml';

/** Something that one person does; `ago` is seconds before the seed. */
export interface Act {
  readonly by: string;
  readonly ago: number;
}

/** An act as the file writes it: `maya asks ines, 3d 4h ago, locked until 9`, with the words behind it. */
export interface Deed extends Act {
  readonly isAnonymous: boolean;
  readonly verb: string;
  /** The object of the verb: a person, or the file of an episode. */
  readonly whom: string | null;
  readonly words: string | null;
  /** Boosts that open it; 0 = it is open. */
  readonly threshold: number;
  readonly isByNameOnly: boolean;
  /** The author of the message that it is about; null = the post itself. */
  readonly about: string | null;
  readonly resolved: Act | null;
  readonly undone: number | null;
}

export interface Message extends Act {
  readonly isAnonymous: boolean;
  /** Index of the message that it answers. */
  readonly parent: number | null;
  readonly boosts: readonly Act[];
  readonly words: string;
}

/** A question or an episode, and what became of it. The title is in `words`. */
export interface Post extends Deed {
  readonly text: string | null;
  readonly boosts: readonly Act[];
  readonly plays: readonly Act[];
  readonly chat: readonly Message[];
  /** Approvals, reposts, reports. */
  readonly deeds: readonly Deed[];
}

export interface Person {
  readonly key: string;
  readonly username: string;
  readonly joined: number;
  readonly role?: 'ambassador' | 'spotlight';
  readonly creator?: true;
  /** XP that an operator grants. */
  readonly gift?: number;
  /** The name of a preset of the game rules. */
  readonly gradient?: string;
  readonly aura?: Aura;
  readonly link?: string;
  readonly 'asked by'?: OwnUser['whoMayAsk'];
  readonly activity?: 'hidden';
}

export interface Community {
  readonly logins: Readonly<Record<string, string>>;
  /** Everybody has read their bell so long before the seed. */
  readonly read: number;
  readonly people: readonly Person[];
  readonly follows: readonly (Act & { readonly whom: string })[];
  readonly questions: readonly Post[];
  readonly episodes: readonly Post[];
  readonly wipes: readonly Deed[];
}

/** Everybody's password: these accounts exist on development machines alone. */
export const developmentPassword = 'hear-and-say';
/** The asker of a question who has no account. */
export const guest = 'a guest';

const unit = { d: 86_400, h: 3600, m: 60 };
const { d: day, h: hour } = unit;
const usualChat = '18h';
/** Of the time since something was posted, so much may be filled; the rest is quiet. */
const lively = 0.9;
/** Undated follows lie between a day after joining and two days ago. */
const follows = { afterJoining: day, until: 2 * day };
/** A message takes as long to write as so many characters more. */
const pauseCharacters = 60;

/** Seconds of a time such as `4d 7h 12m`. */
export const seconds = (time: string): number => {
  if (!/^\d+[dhm]( \d+[dhm])*$/.test(time)) throw new Error(`Not a time such as "4d 7h 12m": ${time}`);
  return time
    .split(' ')
    .reduce((sum, part) => sum + Number.parseInt(part, 10) * unit[part.at(-1) as keyof typeof unit], 0);
};

/** The named groups of a text that must have this form. */
const groups = (text: string, form: RegExp): Partial<Record<string, string>> => {
  const found = form.exec(text);
  if (!found) throw new Error(`Not understood: ${text}`);
  return found.groups ?? {};
};

const authorOf = (written: string) => ({
  by: written.replace(/[()]/g, ''),
  isAnonymous: /^\(|^a guest$/.test(written),
});

const head = /^(?<who>a guest|\w+|\(\w+\)) (?<verb>[a-z]+)(?: (?<whom>[\w.-]+))?, (?<time>[^,]+) ago(?<options>.*)$/;
const options: Readonly<Record<string, RegExp>> = {
  threshold: /, locked until (\d+)/,
  isByNameOnly: /, (by name only)/,
  about: /, about (\w+)/,
  resolved: /, resolved by (\w+ .+) ago/,
  undone: /, undone (.+) ago/,
};

/** Reads a deed. @throws when it holds anything else */
export const deedOf = (written: string, words: string | null = null): Deed => {
  const { who, verb, whom, time, options: rest } = groups(written, head);
  const left = Object.values(options).reduce((text, form) => text.replace(form, ''), rest!);
  if (left !== '') throw new Error(`Not understood: ${left} in ${written}`);
  const option = (name: string): string | null => options[name]!.exec(rest!)?.[1] ?? null;
  const [resolver, resolvedAgo] = option('resolved')?.split(/ (.+)/) ?? [];
  const undone = option('undone');
  return {
    ...authorOf(who!),
    verb: verb!,
    whom: whom ?? null,
    ago: seconds(time!),
    words,
    threshold: Number(option('threshold') ?? 0),
    isByNameOnly: option('isByNameOnly') !== null,
    about: option('about'),
    resolved: resolver ? { by: resolver, ago: seconds(resolvedAgo!) } : null,
    undone: undone === null ? null : seconds(undone),
  };
};

/** People who do something one after the other, most of them early, the last one after `lasts` seconds. */
const inTurn = (list: string | null, from: number, lasts: number): Act[] =>
  (list?.split(/, ?/) ?? []).map((by, at, all) => ({
    by,
    ago: Math.round(from - ((at + 1) / all.length) ** 1.5 * lasts),
  }));
const within = (from: number, lasts: number): number => Math.min(lasts, from * lively);

const line = /^(?<who>\w+|\(\w+\))(?: > (?<answered>\w+))?(?: \+(?<boosts>[\w,]+))?: (?<words>.+)$/;

/** A chat is a script, a message a line: `maya > noor +theo,bea: words`. `(maya)` is anonymous, and a longer message takes longer. */
export const readChat = (script: string, from: number, lasts: number): Message[] => {
  const lines = script.split('\n').filter((text) => text.trim() !== '');
  const all = lines.reduce((sum, text) => sum + text.length + pauseCharacters, 0);
  const messages: Message[] = [];
  let written = 0;
  for (const text of lines) {
    const { who, answered, boosts, words } = groups(text, line);
    const parent = messages.findLastIndex(({ by }) => by === answered);
    if (answered && parent === -1) throw new Error(`Nobody called ${answered} has said anything yet: ${text}`);
    written += text.length + pauseCharacters;
    const ago = Math.round(from - (written / all) * within(from, lasts));
    messages.push({
      ...authorOf(who!),
      ago,
      parent: answered ? parent : null,
      boosts: inTurn(boosts ?? null, ago, within(ago, 6 * hour)),
      words: words!,
    });
  }
  return messages;
};

/** Reads a question or an episode: the first key says who posts it, the others what became of it. */
export const postOf = (entry: Readonly<Record<string, string | null>>): Post => {
  const [[first, title], ...others] = Object.entries(entry) as [[string, string], ...[string, string | null][]];
  const post = deedOf(first, title);
  const deeds = others.flatMap(([key, words]) => (key.includes(',') ? [deedOf(key, words)] : []));
  // What is asked of one person begins for everybody else when that person has approved it.
  const from = deeds.find(({ verb }) => verb === 'approves')?.ago ?? post.ago;
  const field = (form: RegExp) =>
    others.map(([key, words]) => ({ found: form.exec(key), words })).find(({ found }) => found);
  const [text, plays, boosts, chat] = [
    /^text$/,
    /^plays$/,
    /^boosts(?: until (.+) ago)?$/,
    /^chat(?: over (.+))?$/,
  ].map(field);
  const known = deeds.length + [text, plays, boosts, chat].filter(Boolean).length;
  if (known !== others.length) throw new Error(`Not understood: ${others.map(([key]) => key).join('; ')}`);
  const heard = inTurn(plays?.words ?? null, from, within(from, 4 * day));
  const until = boosts?.found?.[1];
  return {
    ...post,
    text: text?.words ?? null,
    plays: heard,
    // Of an episode, a boost follows the hearing.
    boosts: inTurn(boosts?.words ?? null, from, until ? from - seconds(until) : within(from, 3 * day)).map(
      ({ by, ago }) => ({
        by,
        ago: (heard.find((play) => play.by === by)?.ago ?? ago + 1) - 1,
      }),
    ),
    chat: readChat(chat?.words ?? '', from, seconds(chat?.found?.[1] ?? usualChat)),
    deeds,
  };
};

/** Everything that happens, with its times: the same file gives the same community. */
const readCommunity = (yaml: string): Community => {
  const file = parse(yaml);
  const people = Object.entries<Omit<Person, 'joined'> & { joined: string }>(file.people).map(
    ([key, person]): Person => ({ ...person, key, joined: seconds(person.joined) }),
  );
  const joined = new Map(people.map((person) => [person.key, person.joined]));
  const followsOf = ([whom, list]: [string, string]) =>
    list.split(', ').map((written, at, all) => {
      const { by, time } = groups(written, /^(?<by>\w+)(?: (?<time>.+) ago)?$/);
      const from = Math.min(joined.get(by!)!, joined.get(whom)!) - follows.afterJoining;
      const part = (at + 1) / (all.length + 1);
      return { by: by!, whom, ago: time ? seconds(time) : Math.round(from - part * (from - follows.until)) };
    });
  return {
    logins: file.logins,
    read: seconds(file.read),
    people,
    follows: Object.entries<string>(file.followers).flatMap(followsOf),
    questions: file.questions.map(postOf),
    episodes: file.episodes.map(postOf),
    wipes: file.wipes.map((written: string) => deedOf(written)),
  };
};

export const community = readCommunity(readFileSync(new URL('./community.yaml', import.meta.url), 'utf8'));
