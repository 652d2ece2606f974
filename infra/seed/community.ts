import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Something that a person does, `ago` seconds before the seed. */
export interface Act {
  readonly by: string;
  readonly ago: number;
}

export interface Person
  extends Partial<
    Record<
      'role' | 'creator' | 'gift' | 'gradient' | 'aura' | 'profileLink' | 'invitation' | 'whoMayAsk' | 'hidden',
      string
    >
  > {
  readonly key: string;
  readonly username: string;
  readonly joined: number;
}

/** The password of all seeded accounts. They exist on development machines only. */
export const developmentPassword = 'hear-and-say';
export const guestKey = 'a guest';

const unit = { d: 86_400, h: 3600, m: 60 };
const { d: day, h: hour } = unit;
const usualChat = '18h';
/** Part of the time between a post and the seed in which people act on the post. */
const activeShare = 0.9;
const follows = { afterJoining: day, until: 2 * day };

/** Makes a pattern of `head` and optional parts, in this order. */
const lineForm = (head: RegExp, ...options: readonly RegExp[]) =>
  new RegExp(`^${head.source}${options.map(({ source }) => `(?:${source})?`).join('')}$`);

const personForm = lineForm(
  /(?<username>\S+), (?<time>[^,]+) ago/,
  /, (?<role>ambassador|spotlight)/,
  /, (?<creator>creator)/,
  /, gift (?<gift>\d+)/,
  /, gradient (?<gradient>[\w -]+)/,
  /, aura (?<aura>[\w-]+)/,
  /, link (?<profileLink>[^\s,]+)/,
  /, invites "(?<invitation>[^"]+)"/,
  /, asked by (?<whoMayAsk>[\w-]+)/,
  /, activity (?<hidden>hidden)/,
);
const deedForm = lineForm(
  /(?<who>a guest|\w+|\(\w+\)) (?<verb>[a-z]+)(?: (?<whom>[\w.-]+))?, (?<time>[^,]+) ago/,
  /, locked until (?<threshold>\d+)/,
  /, (?<byName>by name only)/,
  /, about (?<about>\w+)/,
  /, resolved by (?<resolver>\w+) (?<resolved>[^,]+) ago/,
  /, undone (?<undone>[^,]+) ago/,
  /, (?<plays>\d+) plays/,
  /, (?<boosts>\d+) boosts(?: until (?<until>[^,]+) ago)?/,
  /, chat over (?<chat>[^,]+)/,
);
const messageForm = lineForm(/(?<who>\w+|\(\w+\))/, / > (?<answered>\w+)/, / \+(?<boosts>\d+)/);

/** @throws when the text does not match */
const groups = (text: string, form: RegExp): Partial<Record<string, string>> => {
  const found = form.exec(text);
  if (!found) throw new Error(`Not understood: ${text}`);
  return found.groups ?? {};
};

export const secondsOf = (time: string): number => {
  if (!/^\d+[dhm]( \d+[dhm])*$/.test(time)) throw new Error(`Not a time such as "4d 7h 12m": ${time}`);
  return time
    .split(' ')
    .reduce((sum, part) => sum + Number.parseInt(part, 10) * unit[part.at(-1) as keyof typeof unit], 0);
};

const authorOf = (written: string) => ({
  by: written.replace(/[()]/g, ''),
  isAnonymous: /^\(|^a guest$/.test(written),
});

/** Reads an act such as `maya asks ines, 3d 4h ago, locked until 9`. @throws on any other text */
export const parseDeed = (head: string, words: string | null = null) => {
  const written = groups(head, deedForm);
  const { who, verb, whom = null, time, threshold, byName, about = null, resolver, resolved, undone } = written;
  const { plays, boosts, until, chat } = written;
  return {
    ...authorOf(who!),
    verb: verb!,
    whom,
    ago: secondsOf(time!),
    words,
    /** The number of boosts that opens the text. 0 means an open text. */
    threshold: Number(threshold ?? 0),
    isByNameOnly: byName !== undefined,
    /** The author of the message that the act is about. Null means the post itself. */
    about,
    resolved: resolver ? { by: resolver, ago: secondsOf(resolved!) } : null,
    undone: undone ? secondsOf(undone) : null,
    /** Counts that only posts have. */
    counts: { plays: Number(plays ?? 0), boosts: Number(boosts ?? 0), until, chat: secondsOf(chat ?? usualChat) },
  };
};
export type Deed = ReturnType<typeof parseDeed>;

/**
 * Picks `count` people who joined before `joinedBefore`, without the person `but`. The same words pick the same people.
 */
export type Draw = (count: number, words: string, joinedBefore: number, but: string) => string[];

const drawFrom =
  (people: readonly Person[]): Draw =>
  (count, words, joinedBefore, but) => {
    const lot = (key: string) => createHash('sha256').update(`${key} ${words}`).digest('hex');
    const present = people.flatMap(({ key, joined }) => (joined > joinedBefore && key !== but ? [key] : []));
    if (present.length < count) throw new Error(`Fewer than ${count} people were there: ${words}`);
    return present.sort((a, b) => lot(a).localeCompare(lot(b))).slice(0, count);
  };

/** Spreads people's acts over `lasts` seconds, with most acts at the beginning and the last act at the end. */
const inTurn = (people: readonly string[], from: number, lasts: number): Act[] =>
  people.map((by, at) => ({ by, ago: Math.round(from - ((at + 1) / people.length) ** 1.5 * lasts) }));

const within = (from: number, lasts: number): number => Math.min(lasts, from * activeShare);

type Line = readonly [head: string, words: string | null];

const chatOf = (lines: readonly Line[], from: number, lasts: number, draw: Draw) => {
  const authors: string[] = [];
  return lines.map((line, index) => {
    const [head, words] = line as [string, string];
    const { who, answered, boosts } = groups(head, messageForm);
    const parent = answered ? authors.lastIndexOf(answered) : null;
    if (parent === -1) throw new Error(`Nobody called ${answered} has said anything yet: ${words}`);
    const ago = Math.round(from - ((index + 1) / lines.length) * within(from, lasts));
    const author = authorOf(who!);
    authors.push(author.by);
    const boosters = draw(Number(boosts ?? 0), words, ago, author.by);
    return { ...author, ago, parent, boosts: inTurn(boosters, ago, within(ago, 6 * hour)), words };
  });
};
export type Message = ReturnType<typeof chatOf>[number];

/** Reads a post and its lines: a `text:`, deeds (`theo reports, 2d ago: …`) and messages (`maya > noor +2: …`). */
export const parsePost = (written: string, draw: Draw) => {
  const lines = written
    .trim()
    .split(/\n\s*/)
    .map((line): Line => {
      const { head, words = null } = groups(line, /^(?<head>[^:]+):(?: (?<words>.+))?$/);
      return [head!, words];
    });
  const [first, ...others] = lines as [Line, ...Line[]];
  const deed = parseDeed(...first);
  const { counts } = deed;
  const title = deed.words!;
  const deeds = others.filter(([head]) => head.includes(',')).map((line) => parseDeed(...line));
  const messages = others.filter(([head]) => !head.includes(',') && head !== 'text');
  // A question to one person is visible to others only after its approval.
  const from = deeds.find(({ verb }) => verb === 'approves')?.ago ?? deed.ago;
  const plays = inTurn(draw(counts.plays, title, from, deed.by), from, within(from, 4 * day));
  const lasts = counts.until ? from - secondsOf(counts.until) : within(from, 3 * day);
  return {
    ...deed,
    words: title,
    text: others.find(([head]) => head === 'text')?.[1] ?? null,
    plays,
    boosts:
      plays.length > 0
        ? plays.slice(0, counts.boosts).map(({ by, ago }) => ({ by, ago: ago - 1 }))
        : inTurn(draw(counts.boosts, title, from, deed.by), from, lasts),
    chat: chatOf(messages, from, counts.chat, draw),
    deeds,
  };
};
export type Post = ReturnType<typeof parsePost>;

const readCommunity = (yaml: string) => {
  const file = parse(yaml) as Record<'logins' | 'people' | 'followers', Record<string, string>> &
    Record<'read' | 'posts', string> & { wipes: string[] };
  const people = Object.entries(file.people).map(([key, written]): Person => {
    const { time, ...found } = groups(written, personForm);
    return { ...(found as { username: string }), key, joined: secondsOf(time!) };
  });
  const wipes = file.wipes.map((written) => parseDeed(written));
  // Wiped people are not picked, because a wipe would remove their replies and boosts of other posts.
  const draw = drawFrom(people.filter(({ key }) => !wipes.some(({ whom }) => whom === key)));
  const joined = new Map(people.map((person) => [person.key, person.joined]));
  const followsOf = ([whom, list]: [string, string]) =>
    list.split(', ').map((written, at, all) => {
      const { by, time } = groups(written, /^(?<by>\w+)(?: (?<time>.+) ago)?$/);
      const from = Math.min(joined.get(by!)!, joined.get(whom)!) - follows.afterJoining;
      const part = (at + 1) / (all.length + 1);
      return { by: by!, whom, ago: time ? secondsOf(time) : Math.round(from - part * (from - follows.until)) };
    });
  const posts = file.posts
    .trim()
    .split(/\n(?! )/)
    .map((written) => parsePost(written, draw));
  return {
    logins: file.logins,
    read: secondsOf(file.read),
    people,
    follows: Object.entries(file.followers).flatMap(followsOf),
    questions: posts.filter(({ verb }) => verb === 'asks'),
    episodes: posts.filter(({ verb }) => verb === 'publishes'),
    wipes,
  };
};

export const community = readCommunity(readFileSync(new URL('./community.yaml', import.meta.url), 'utf8'));

export const usernameOf = (key: string): string => community.people.find((person) => person.key === key)!.username;
