import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

/** `theo.okafor, 41d ago, ambassador, gift 8079`, with `gift` in XP. */
export interface Person extends Partial<Record<keyof typeof personOptions, string>> {
  readonly key: string;
  readonly username: string;
  readonly joined: number;
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

/** Takes the options off the end of a line. @throws when anything else is left */
const optionsIn = <Name extends string>(text: string, forms: Readonly<Record<Name, RegExp>>) => {
  let left = text;
  const found: Partial<Record<Name, string>> = {};
  for (const [name, form] of Object.entries<RegExp>(forms))
    left = left.replace(form, (_, value: string) => {
      found[name as Name] = value;
      return '';
    });
  if (left !== '') throw new Error(`Not understood: ${left} in ${text}`);
  return found;
};

const head = /^(?<who>a guest|\w+|\(\w+\)) (?<verb>[a-z]+)(?: (?<whom>[\w.-]+))?, (?<time>[^,]+) ago(?<rest>.*)$/;
const deedOptions = {
  threshold: /, locked until (\d+)/,
  isByNameOnly: /, (by name only)/,
  about: /, about (\w+)/,
  resolved: /, resolved by (\w+ .+) ago/,
  undone: /, undone (.+) ago/,
  plays: /, (\d+) plays/,
  boostsUntil: /(?<=boosts) until (.+) ago/,
  boosts: /, (\d+) boosts/,
};
const personOptions = {
  role: /, (ambassador|spotlight)(?=,|$)/,
  creator: /, (creator)/,
  gift: /, gift (\d+)/,
  gradient: /, gradient ([\w -]+)/,
  aura: /, aura ([\w-]+)/,
  link: /, link (\S+)/,
  whoMayAsk: /, asked by ([\w-]+)/,
  hidden: /, activity (hidden)/,
};

const read = (written: string, words: string | null) => {
  const { who, verb, whom, time, rest } = groups(written, head);
  const options = optionsIn(rest!, deedOptions);
  const [resolver, resolvedAgo] = options.resolved?.split(/ (.+)/) ?? [];
  const deed: Deed = {
    ...authorOf(who!),
    verb: verb!,
    whom: whom ?? null,
    ago: seconds(time!),
    words,
    threshold: Number(options.threshold ?? 0),
    isByNameOnly: options.isByNameOnly !== undefined,
    about: options.about ?? null,
    resolved: resolver ? { by: resolver, ago: seconds(resolvedAgo!) } : null,
    undone: options.undone ? seconds(options.undone) : null,
  };
  return { deed, options };
};

/** @throws when the text holds anything else */
export const deedOf = (written: string, words: string | null = null): Deed => read(written, words).deed;

/** Draws people who joined before, always the same for the same words. */
export type Draw = (count: number, words: string, joinedBefore: number, but: string) => string[];

const drawFrom =
  (people: readonly Person[]): Draw =>
  (count, words, joinedBefore, but) => {
    const lot = (key: string) => createHash('sha256').update(`${key} ${words}`).digest('hex');
    const present = people.flatMap(({ key, joined }) => (joined > joinedBefore && key !== but ? [key] : []));
    if (present.length < count) throw new Error(`Fewer than ${count} people were there: ${words}`);
    return present.sort((a, b) => lot(a).localeCompare(lot(b))).slice(0, count);
  };

/** People act one after the other, most early, the last after `lasts` seconds. */
const inTurn = (people: readonly string[], from: number, lasts: number): Act[] =>
  people.map((by, at) => ({ by, ago: Math.round(from - ((at + 1) / people.length) ** 1.5 * lasts) }));

const within = (from: number, lasts: number): number => Math.min(lasts, from * lively);

const line = /^(?<who>\w+|\(\w+\))(?: > (?<answered>\w+))?(?: \+(?<boosts>\d+))?: (?<words>.+)$/;

/**
 * A script has one message per line: `maya > noor +2: words`. `(maya)` is anonymous. Longer messages take longer.
 */
export const readChat = (script: string, from: number, lasts: number, draw: Draw): Message[] => {
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
    const author = authorOf(who!);
    const boosters = draw(Number(boosts ?? 0), words!, ago, author.by);
    messages.push({
      ...author,
      ago,
      parent: answered ? parent : null,
      boosts: inTurn(boosters, ago, within(ago, 6 * hour)),
      words: words!,
    });
  }
  return messages;
};

export const postOf = (entry: Readonly<Record<string, string | null>>, draw: Draw): Post => {
  const [[first, title], ...others] = Object.entries(entry) as [[string, string], ...[string, string | null][]];
  const { deed, options } = read(first, title);
  const deeds = others.flatMap(([key, words]) => (key.includes(',') ? [deedOf(key, words)] : []));
  // A question to one person opens for others when it is approved.
  const from = deeds.find(({ verb }) => verb === 'approves')?.ago ?? deed.ago;
  const chatKey = others.find(([key]) => /^chat( over .+)?$/.test(key))?.[0];
  const { text = null, [chatKey ?? '']: chat } = entry;
  const known = deeds.length + Number('text' in entry) + Number(chatKey !== undefined);
  if (known !== others.length) throw new Error(`Not understood: ${others.map(([key]) => key).join('; ')}`);
  const listeners = draw(Number(options.plays ?? 0), title, from, deed.by);
  const plays = inTurn(listeners, from, within(from, 4 * day));
  const boostCount = Number(options.boosts ?? 0);
  const lasts = options.boostsUntil ? from - seconds(options.boostsUntil) : within(from, 3 * day);
  return {
    ...deed,
    text,
    plays,
    boosts: options.plays
      ? plays.slice(0, boostCount).map(({ by, ago }) => ({ by, ago: ago - 1 }))
      : inTurn(draw(boostCount, title, from, deed.by), from, lasts),
    chat: readChat(chat ?? '', from, seconds(chatKey?.split(' over ')[1] ?? usualChat), draw),
    deeds,
  };
};

const readCommunity = (yaml: string): Community => {
  const file = parse(yaml);
  const people = Object.entries<string>(file.people).map(([key, written]): Person => {
    const { username, time, rest } = groups(written, /^(?<username>\S+), (?<time>[^,]+) ago(?<rest>.*)$/);
    return { key, username: username!, joined: seconds(time!), ...optionsIn(rest!, personOptions) };
  });
  const wipes: Deed[] = file.wipes.map((written: string) => deedOf(written));
  // A wiped person leaves no trace.
  const draw = drawFrom(people.filter(({ key }) => !wipes.some(({ whom }) => whom === key)));
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
    questions: file.questions.map((entry: Parameters<typeof postOf>[0]) => postOf(entry, draw)),
    episodes: file.episodes.map((entry: Parameters<typeof postOf>[0]) => postOf(entry, draw)),
    wipes,
  };
};

export const community = readCommunity(readFileSync(new URL('./community.yaml', import.meta.url), 'utf8'));
