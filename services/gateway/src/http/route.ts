import type { ErrorCode } from '@hearsay/contracts';
import { applyDecorators, Controller, Delete, Get, HttpCode, Patch, Post, Req, Res, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { LimitName } from '../access/limit-rules.js';
import type { AnswerHeader } from './described-answers.js';

/** The declaration of a route. The guard, the hooks and the description of the API read it. */
export interface RouteOptions {
  readonly summary: string;
  /** Instead of its controller's. */
  readonly tag?: string;
  readonly status?: 200 | 201;
  readonly answer: z.core.$ZodType;
  /** Beside the headers that other properties imply. */
  readonly answerHeaders?: readonly AnswerHeader[];
  readonly body?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  /** Fields of body, query or path that name the actor: absent or the session’s own user. `userId` by default. */
  readonly actor?: readonly string[];
  /** Path parameters that are not ids, with the values they may have; null: any. */
  readonly words?: Readonly<Record<string, readonly string[] | null>>;
  /** Counted as a read: every GET, and calls that ask in a body and change nothing. */
  readonly isRead?: boolean;
  /** Takes an Idempotency-Key. All calls that are no reads do by default. */
  readonly isWrite?: boolean;
  /** Writes do by default. */
  readonly needsSession?: boolean;
  /** Bodies that visitors may send, and the limit that counts them. */
  readonly guests?: { readonly may: (body: object) => boolean; readonly limit: LimitName };
  readonly limit?: LimitName;
  /** The codes with which it may refuse, beside those that its other properties imply. */
  readonly refusals?: readonly ErrorCode[];
  /** Bytes; above it 413. */
  readonly bodyLimit?: number;
  /** The text of the 413 instead of the general one. */
  readonly tooLargeText?: string;
  /** The web polls it: answers carry a weak ETag. */
  readonly isPolled?: boolean;
  /** No browser keeps the answer. By default true for routes that need a session and for all but GET. */
  readonly isPersonal?: boolean;
  /** Called so often that its log lines would cost more than they tell. */
  readonly isBusy?: boolean;
}

type Defaulted = 'actor' | 'words' | 'isRead' | 'isWrite' | 'needsSession' | 'bodyLimit' | 'isPersonal';

/** A declared route with its defaults. */
export type Route = RouteOptions &
  Required<Pick<RouteOptions, Defaulted>> & {
    readonly hasBody: boolean;
    /** Its controller's class and method. */
    readonly handler: readonly [controller: object, name: string];
  };

/** The config of a Fastify route. */
export interface RouteSettings {
  /** Missing where no controller answers. */
  readonly declared?: Route;
  /** Its body may take any time, as long as something comes. */
  readonly hasLongBody?: boolean;
}

/** The most bytes in a body, unless the route says otherwise. */
export const smallBody = 8 * 1024;

const route =
  (method: (path: string) => MethodDecorator, hasBody = true) =>
  (path: string, options: RouteOptions): MethodDecorator =>
  (target, name, handler) => {
    const isRead = options.isRead ?? !hasBody;
    const isWrite = options.isWrite ?? !isRead;
    const needsSession = options.needsSession ?? isWrite;
    const declared: Route = {
      actor: ['userId'],
      words: {},
      bodyLimit: smallBody,
      isPersonal: needsSession || hasBody,
      ...options,
      isRead,
      isWrite,
      needsSession,
      hasBody,
      handler: [target.constructor, String(name)],
    };
    const settings: RouteSettings = { declared };
    Req()(target, name, 0);
    if (typeof handler.value === 'function' && handler.value.length > 1) Res({ passthrough: true })(target, name, 1);
    applyDecorators(method(path), HttpCode(options.status ?? 200), RouteConfig(settings))(target, name, handler);
  };

/** Nest's method decorators with all that a route declares. A handler takes the request, and the reply if it writes headers. */
export const ApiGet = route(Get, false);
export const ApiPost = route(Post);
export const ApiPatch = route(Patch);
export const ApiDelete = route(Delete);

const tagKey = 'hearsay:tag';

/** Nest's class decorator with the heading under which the API is described. */
export const ApiController = (path: string, tag: string): ClassDecorator =>
  applyDecorators(Controller(path), SetMetadata(tagKey, tag));

export const tagOf = ({ tag, handler: [controller] }: Route): string =>
  tag ?? (Reflect.getMetadata(tagKey, controller) as string);
