import { applyDecorators, Delete, Get, HttpCode, Patch, Post, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { LimitName } from '../access/limit-rules.js';
import { type Description, describeRoute } from './route-description.js';

const ruleKey = 'hearsay:route-rule';

/** What must hold before a route's handler runs, in the order in which the guard checks it. */
export interface RouteRule {
  readonly body?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  /** Fields of body, query or path that name who acts: absent or the session's own user. */
  readonly actor: readonly string[];
  readonly needsSession: boolean;
  /** Bodies with which visitors may call it all the same, and the limit by which theirs are counted. */
  readonly guests?: { readonly may: (body: object) => boolean; readonly limit: LimitName };
  readonly limit?: LimitName;
  /** Changes nothing, so it is counted as a read: every GET, and what asks in a body. */
  readonly isRead: boolean;
  /** Path parameters that are not ids, with the values they may have; null: any. */
  readonly words: Readonly<Record<string, readonly string[] | null>>;
}

export interface RouteOptions extends Partial<RouteRule>, Description {
  /** Bytes; above it 413. */
  readonly bodyLimit?: number;
  /** What is said to whoever sends more, instead of the general text. */
  readonly tooLargeText?: string;
  /** The web polls it: answers carry a weak ETag. */
  readonly isPolled?: boolean;
  /** Its answers are one person's own, and no browser keeps them: all that needs a session or changes something, unless said otherwise. */
  readonly isPersonal?: boolean;
  /** Called so often that its log lines would cost more than they tell. */
  readonly isBusy?: boolean;
}

/** What the HTTP server itself must know about a route. */
export interface RouteSettings {
  readonly bodyLimit: number;
  readonly isPolled: boolean;
  readonly isBusy: boolean;
  readonly isPersonal: boolean;
  readonly tooLargeText?: string;
  /** What the guard holds it to. */
  readonly rule?: RouteRule;
  /** Its body may take any time, as long as something comes. */
  readonly hasLongBody?: boolean;
}

/** The most bytes in a body, unless the route says otherwise. */
export const smallBody = 8 * 1024;

const route =
  (method: (path: string) => MethodDecorator, isGet = false) =>
  (path: string, options: RouteOptions): MethodDecorator => {
    const rule: RouteRule = {
      actor: options.actor ?? ['userId'],
      needsSession: options.needsSession ?? false,
      isRead: isGet || (options.isRead ?? false),
      words: options.words ?? {},
      ...(options.body && { body: options.body }),
      ...(options.query && { query: options.query }),
      ...(options.limit && { limit: options.limit }),
      ...(options.guests && { guests: options.guests }),
    };
    const settings: RouteSettings = {
      bodyLimit: options.bodyLimit ?? smallBody,
      isPolled: options.isPolled ?? false,
      isBusy: options.isBusy ?? false,
      isPersonal: options.isPersonal ?? (rule.needsSession || !isGet),
      rule,
      ...(options.tooLargeText !== undefined && { tooLargeText: options.tooLargeText }),
    };
    return applyDecorators(
      method(path),
      HttpCode(options.status ?? 200),
      SetMetadata(ruleKey, rule),
      RouteConfig(settings),
      ...describeRoute(path, {
        ...options,
        hasBody: !isGet,
        isPolled: settings.isPolled,
        isLimited: options.limit !== undefined,
        takesGuests: options.guests !== undefined,
      }),
    );
  };

/** Nest's method decorators with everything that a route of the API declares: checks, limits and its description. */
export const ApiGet = route(Get, true);
export const ApiPost = route(Post);
export const ApiPatch = route(Patch);
export const ApiDelete = route(Delete);

/** The rule of a handler; undefined for handlers that are not ours. */
export const ruleOf = (handler: object): RouteRule | undefined =>
  Reflect.getMetadata(ruleKey, handler) as RouteRule | undefined;
