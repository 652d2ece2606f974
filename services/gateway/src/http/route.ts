import type { ErrorCode } from '@hearsay/contracts';
import {
  applyDecorators,
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  Req,
  Res,
  SetMetadata,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { LimitName } from '../access/limit-rules.js';
import type { AnswerHeader } from './described-answers.js';

export interface RouteOptions {
  readonly summary: string;
  readonly tag?: string;
  readonly status?: 200 | 201;
  readonly answer: z.core.$ZodType;
  readonly answerHeaders?: readonly AnswerHeader[];
  readonly body?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  /** Media types of the body if it is text. Default: the body is JSON. */
  readonly textBody?: readonly string[];
  /** The media type of an answer that is text. Default: JSON. */
  readonly textAnswer?: string;
  /** Fields that name the actor. Each must be absent or the session's own user. Default: `userId`. */
  readonly actor?: readonly string[];
  /** Path parameters that are not ids, with their allowed values (null: any). */
  readonly words?: Readonly<Record<string, readonly string[] | null>>;
  /** Default: true for GET. Set this field for other calls that only read but take a body. */
  readonly isRead?: boolean;
  /** True if the call takes an Idempotency-Key. Default: true unless the call is a read. */
  readonly takesKey?: boolean;
  /** Default: true for every write. */
  readonly needsSession?: boolean;
  /** `may` returns true if a visitor may send this body. `limit` counts the calls of visitors. */
  readonly guests?: { readonly may: (body: object) => boolean; readonly limit: LimitName };
  readonly limit?: LimitName;
  readonly refusals?: readonly ErrorCode[];
  /** Bytes. A larger body gets 413. */
  readonly bodyLimit?: number;
  readonly tooLargeText?: string;
  /** True if answers carry a weak ETag, because the web app polls this route. */
  readonly hasETag?: boolean;
  /** True if browsers must not store the answer. Default: true for a write, and for a route that needs a session. */
  readonly isPersonal?: boolean;
  /** True if the call is logged at level debug, as GET and HEAD are. */
  readonly isFrequent?: boolean;
}

type Defaulted = 'actor' | 'words' | 'isRead' | 'takesKey' | 'needsSession' | 'bodyLimit' | 'isPersonal';

export type Route = RouteOptions &
  Required<Pick<RouteOptions, Defaulted>> & {
    readonly hasBody: boolean;
    readonly handler: readonly [controller: object, name: string];
  };

export interface RouteSettings {
  readonly declared?: Route;
  /** The body may take any time, as long as bytes arrive. */
  readonly hasLongBody?: boolean;
}

export const smallBodyBytes = 8 * 1024;

const route =
  (method: (path: string) => MethodDecorator, hasBody = true) =>
  (path: string, options: RouteOptions): MethodDecorator =>
  (target, name, handler) => {
    const isRead = options.isRead ?? !hasBody;
    const takesKey = options.takesKey ?? !isRead;
    const needsSession = options.needsSession ?? takesKey;
    const declared: Route = {
      actor: ['userId'],
      words: {},
      bodyLimit: smallBodyBytes,
      isPersonal: needsSession || hasBody,
      ...options,
      isRead,
      takesKey,
      needsSession,
      hasBody,
      handler: [target.constructor, String(name)],
    };
    const settings: RouteSettings = { declared };
    Req()(target, name, 0);
    if (typeof handler.value === 'function' && handler.value.length > 1) Res({ passthrough: true })(target, name, 1);
    applyDecorators(method(path), HttpCode(options.status ?? 200), RouteConfig(settings))(target, name, handler);
  };

/** Nest's method decorators with a route's declaration. Handlers take the request, or request and reply. */
export const ApiGet = route(Get, false);
export const ApiPost = route(Post);
export const ApiPut = route(Put);
export const ApiPatch = route(Patch);
export const ApiDelete = route(Delete);

const tagKey = 'hearsay:tag';

export const ApiController = (path: string, tag: string): ClassDecorator =>
  applyDecorators(Controller(path), SetMetadata(tagKey, tag));

export const tagOf = ({ tag, handler: [controller] }: Route): string =>
  tag ?? (Reflect.getMetadata(tagKey, controller) as string);
