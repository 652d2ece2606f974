import {
  ClientFrame,
  closeCodes,
  type ErrorCode,
  maxOpenUploads,
  ServerFrame,
  uploadLifetimeHours,
} from '@hearsay/contracts';
import {
  type AnswerHeader,
  answer,
  jsonSchemaOf,
  type Operation,
  type PathItem,
  parameter,
  refusals,
  type Schema,
} from './described-answers.js';

const session = [{ session: [] }];
const everyone = [...session, {}];
const bytes: Schema = { type: 'string', format: 'binary' };
const positive: Schema = { type: 'integer', minimum: 1 };
const ids: Schema = { type: 'string', format: 'uuid' };
const inWords = { 'text/plain': { type: 'string' } } as const;

const required = (name: string, schema?: Schema, description?: string) =>
  parameter(name, 'header', schema, { isRequired: true, description });
const id = parameter('id', 'path', ids);
const tusResumable = required('Tus-Resumable', { type: 'string', enum: ['1.0.0'] });
const uploadOffset = required('Upload-Offset', { type: 'integer', minimum: 0 });

interface UploadCall {
  readonly summary: string;
  readonly parameters: Operation['parameters'];
  readonly needsBytes?: boolean;
  readonly success: readonly [status: number, description: string, headers: readonly AnswerHeader[]];
  /** Refusals of tus by status (https://tus.io/protocols/resumable-upload). Their body is a line of text. */
  readonly refusedByTus?: Readonly<Record<number, string>>;
  readonly codes?: readonly ErrorCode[];
}

const ofUploads = ({ summary, parameters = [], needsBytes, success, refusedByTus, codes = [] }: UploadCall) => {
  const [status, description, headers] = success;
  const ofTus = { 412: 'Tus-Resumable is missing or names another version', ...refusedByTus };
  return {
    summary,
    tags: ['Uploads'],
    security: session,
    parameters,
    ...(needsBytes !== undefined && {
      requestBody: { required: needsBytes, content: { 'application/offset+octet-stream': { schema: bytes } } },
    }),
    responses: {
      [status]: answer(description, headers),
      ...Object.fromEntries(Object.entries(ofTus).map(([refused, words]) => [refused, answer(words, [], inWords)])),
      ...refusals(['invalid_input', 'unauthenticated', 'forbidden', 'not_found', ...codes], inWords),
    },
  };
};

const busy = { 423: 'Another request writes this upload' };
const ofPatch = {
  success: [204, 'Taken', ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires']],
  refusedByTus: { 409: 'Another offset than that at which the upload is', ...busy },
} as const;

const uploads: Record<string, PathItem> = {
  '/api/uploads': {
    post: ofUploads({
      summary: `Begin an upload (tus 1.0, any client works); it is kept for ${uploadLifetimeHours} hours unless it is used. An account may have ${maxOpenUploads} that are not used; then one of which nothing came for an hour gives way, else the next is 429 until the oldest ends`,
      parameters: [
        tusResumable,
        required('Upload-Length', positive, 'Bytes: audio 100 MB, video 500 MB, image 10 MB at most'),
        required(
          'Upload-Metadata',
          undefined,
          '`filename`, `filetype` and `purpose` (`podcast` or `profile-image`), each with its value in base64, separated by commas',
        ),
      ],
      needsBytes: false,
      success: [201, 'Begun', ['Location', 'Tus-Resumable', 'Upload-Expires', 'Upload-Offset']],
      codes: ['unsupported_media'],
    }),
  },
  '/api/uploads/{id}': {
    head: ofUploads({
      summary: 'How far an own upload has come',
      parameters: [id, tusResumable],
      success: [
        200,
        'As far as this',
        ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires'],
      ],
    }),
    patch: ofUploads({
      ...ofPatch,
      summary: 'Send the bytes from an offset on',
      parameters: [id, tusResumable, uploadOffset],
      needsBytes: true,
      codes: ['unsupported_media'],
    }),
    post: ofUploads({
      ...ofPatch,
      summary: 'As PATCH or DELETE, for clients whose network lets only POST through',
      parameters: [
        id,
        required('X-HTTP-Method-Override', { type: 'string', enum: ['PATCH', 'DELETE'] }),
        tusResumable,
        uploadOffset,
      ],
      needsBytes: true,
      codes: ['method_not_allowed', 'unsupported_media'],
    }),
    delete: ofUploads({
      summary: 'End an own upload',
      parameters: [id, tusResumable],
      success: [204, 'Ended', ['Tus-Resumable']],
      refusedByTus: busy,
      codes: ['unsupported_media'],
    }),
  },
};

const ofMedia = (summary: string, contentTypes?: readonly string[]): Operation => {
  const content = contentTypes && Object.fromEntries(contentTypes.map((type) => [type, bytes]));
  return {
    summary,
    tags: ['Media'],
    security: everyone,
    parameters: [
      parameter('key', 'path', undefined, { description: 'As mediaUrl and profileImage have it' }),
      parameter('Range', 'header', undefined, { description: '`bytes=0-1023`' }),
      parameter('If-Range', 'header'),
      parameter('If-None-Match', 'header'),
    ],
    responses: {
      200: answer('The bytes', ['ETag', 'Accept-Ranges'], content),
      206: answer('A part of them', ['ETag', 'Accept-Ranges', 'Content-Range'], content),
      304: answer('They are the same', ['ETag']),
      416: answer('There is no such part', ['Content-Range']),
      ...refusals(['unauthenticated', 'not_found', 'invalid_input']),
    },
  };
};

const media: Record<string, PathItem> = {
  '/api/media/{key}': {
    get: ofMedia('The bytes of an episode, for signed-in people, or of a profile picture', [
      'audio/*',
      'video/*',
      'image/webp',
    ]),
    head: ofMedia('How many bytes an episode or a picture has'),
  },
};

const socketWords = `A WebSocket (RFC 6455) for everybody: news of the questions that one joins, and for signed-in people of their notifications. Frames are texts of
JSON, \`{"type": …, "data": {…}}\`: clients send \`ClientFrame\`, the server sends \`ServerFrame\`.`;

const sockets: Record<string, PathItem> = {
  '/ws': {
    get: {
      summary: 'Open a socket',
      description: socketWords,
      tags: ['Socket'],
      security: everyone,
      parameters: [parameter('userId', 'query', ids, { description: 'The own id, if any' })],
      responses: {
        101: { description: 'From here on there are frames' },
        ...refusals(['invalid_input', 'unauthenticated', 'forbidden', 'upgrade_required']),
      },
      // OpenAPI cannot describe sockets.
      ...{
        'x-websocket': {
          clientFrame: { $ref: '#/components/schemas/ClientFrame' },
          serverFrame: { $ref: '#/components/schemas/ServerFrame' },
          closeCodes,
        },
      },
    },
  },
};

export const callsWithoutController = () => ({
  paths: { ...uploads, ...media, ...sockets },
  schemas: { ClientFrame: jsonSchemaOf(ClientFrame, 'input'), ServerFrame: jsonSchemaOf(ServerFrame, 'output') },
});
