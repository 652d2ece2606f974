import { readFileSync } from 'node:fs';
import type { Aura, OwnUser } from '@hearsay/contracts';
import { parse } from 'yaml';

/** `ago` is seconds before the seed. */
export interface Act {
  readonly by: string;
  readonly ago: number;
}

/** An act as the file writes it: `maya asks ines, 3d 4h ago, locked until 9`, then its words. */
export interface Deed extends Act {
  readonly isAnonymous: boolean;
  readonly verb: string;
  readonly whom: string | null;
  readonly words: string | null;
  /** Boosts that open it, 0 if open. */
  readonly threshold: number;
  readonly isByNameOnly: boolean;
  /** Author of the message it is about, null for the post itself. */
  readonly about: string | null;
  readonly resolved: Act | null;
  readonly undone: number | null;
}

export interface Message extends Act {
  readonly isAnonymous: boolean;
  readonly parent: number | null;
  readonly boosts: readonly Act[];
  readonly words: string;
}

/** `words` is the title. */
export interface Post extends Deed {
  readonly text: string | null;
  readonly boosts: readonly Act[];
  readonly plays: readonly Act[];
  readonly chat: readonly Message[];
  readonly deeds: readonly Deed[];
}

export interface Person {
  readonly key: string;
  readonly username: string;
  readonly joined: number;
  readonly role?: 'ambassador' | 'spotlight';
  readonly creator?: true;
  readonly gift?: number;
  readonly gradient?: string;
  readonly aura?: Aura;
  readonly link?: string;
  readonly 'asked by'?: OwnUser['whoMayAsk'];
  readonly activity?: 'hidden';
}

export interface Community {
  readonly logins: Readonly<Record<string, string>>;
  readonly read: number;
  readonly people: readonly Person[];
  readonly follows: readonly (Act & { readonly whom: string })[];
  readonly questions: readonly Post[];
  readonly episodes: readonly Post[];
  readonly wipes: readonly Deed[];
}

/** Password of all seeded accounts, which exist on development machines only. */
export const developmentPassword = 'hear-and-say';
export const guest = 'a guest';

const unit = { d: 86_400, h: 3600, m: 60 };
const { d: day, h: hour } = unit;
const usualChat = '18h';
/** Share of the time since a post that acts may fill. The rest is quiet. */
const lively = 0.9;
const follows = { afterJoining: day, until: 2 * day };
const pauseCharacters = 60;

export const seconds = (time: string): number => {
  if (!/^\d+[dhm]( \d+[dhm])*$/.test(time)) throw new Error(`Not a time such as "4d 7h 12m": ${time}`);
  return time
    .split(' ')
    .reduce((sum, part) => sum + Number.parseInt(part, 10) * unit[part.at(-1) as keyof typeof unit], 0);
};

/** @throws when the text does not match */
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

/** @throws when the text holds anything else */
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

/** People act one after the other, most early, the last after `lasts` seconds. */
const inTurn = (list: string | null, from: number, lasts: number): Act[] =>
  (list?.split(/, ?/) ?? []).map((by, at, all) => ({
    by,
    ago: Math.round(from - ((at + 1) / all.length) ** 1.5 * lasts),
  }));
const within = (from: number, lasts: number): number => Math.min(lasts, from * lively);

const line = /^(?<who>\w+|\(\w+\))(?: > (?<answered>\w+))?(?: \+(?<boosts>[\w,]+))?: (?<words>.+)$/;

/**
 * A script has one message per line: `maya > noor +theo,bea: words`. `(maya)` is anonymous. Longer messages take
 * longer.
 */
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

export const postOf = (entry: Readonly<Record<string, string | null>>): Post => {
  const [[first, title], ...others] = Object.entries(entry) as [[string, string], ...[string, string | null][]];
  const post = deedOf(first, title);
  const deeds = others.flatMap(([key, words]) => (key.includes(',') ? [deedOf(key, words)] : []));
  // A question to one person opens for others when it is approved.
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
    // On an episode a boost follows a play.
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
