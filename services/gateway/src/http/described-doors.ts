import {
  ClientFrame,
  closeCodes,
  type ErrorCode,
  mostOpenUploads,
  ServerFrame,
  uploadLifetimeHours,
} from '@hearsay/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type AnswerHeader,
  alwaysPossible,
  type DescribedAnswer,
  headerReferences,
  refusedAnswers,
} from './described-answers.js';
import { jsonSchemaOf, type Schema } from './described-schemas.js';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

const session = [{ session: [] }];
const bytes: Schema = { type: 'string', format: 'binary' };

interface Success {
  readonly status: number;
  readonly description: string;
  readonly headers?: readonly AnswerHeader[];
  /** Of the body; without any there is none. */
  readonly contentTypes?: readonly string[];
}

const succeeds = ({ status, description, headers = [], contentTypes }: Success): Operation['responses'] => ({
  [status]: {
    description,
    headers: headerReferences(headers),
    ...(contentTypes && { content: Object.fromEntries(contentTypes.map((type) => [type, { schema: bytes }])) }),
  },
});

const refused = (
  answers: readonly DescribedAnswer[],
  more: (answer: DescribedAnswer) => object = () => ({}),
): Operation['responses'] =>
  Object.fromEntries(
    answers.map(({ status, schema, ...rest }) => [
      status,
      { ...rest, content: { 'application/json': { schema }, ...more({ status, schema, ...rest }) } },
    ]),
  );

const parameter = (
  name: string,
  location: 'header' | 'path' | 'query',
  schema: Schema,
  description?: string,
): Parameter => ({
  name,
  in: location,
  required: location === 'path',
  schema,
  ...(description !== undefined && { description }),
});
const required = (given: Parameter): Parameter => ({ ...given, required: true });

const id = parameter('id', 'path', { type: 'string', format: 'uuid' });
const tusResumable = required(parameter('Tus-Resumable', 'header', { type: 'string', enum: ['1.0.0'] }));
const methodOverride = required(
  parameter('X-HTTP-Method-Override', 'header', { type: 'string', enum: ['PATCH', 'DELETE'] }),
);
const uploadCodes: readonly ErrorCode[] = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  ...alwaysPossible,
];
const inWords = () => ({ 'text/plain': { schema: { type: 'string' } } });
/** What the tus protocol itself refuses (https://tus.io/protocols/resumable-upload); its reasons are a line of text. */
const refusedByTus = (statuses: Readonly<Record<number, string>>): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      { description, headers: headerReferences([]), content: inWords() },
    ]),
  );
const wrongVersion = { 412: 'Tus-Resumable is missing or names another version' };
const busy = { 423: 'Another request writes this upload' };

const ofUploads = (operation: Pick<Operation, 'summary' | 'parameters' | 'responses' | 'requestBody'>): Operation => ({
  ...operation,
  tags: ['Uploads'],
  security: session,
});

const uploads: Record<string, PathItem> = {
  '/api/uploads': {
    post: ofUploads({
      summary: `Begin an upload (tus 1.0, any client works); it is kept for ${uploadLifetimeHours} hours unless it is used. An account may have ${mostOpenUploads} that are not used; then one of which nothing came for an hour gives way, else the next is 429 until the oldest ends`,
      parameters: [
        tusResumable,
        required(
          parameter(
            'Upload-Length',
            'header',
            { type: 'integer', minimum: 1 },
            'Bytes: audio 100 MB, video 500 MB, image 10 MB at most',
          ),
        ),
        required(
          parameter(
            'Upload-Metadata',
            'header',
            { type: 'string' },
            '`filename`, `filetype` and `purpose` (`podcast` or `profile-image`), each with its value in base64, separated by commas',
          ),
        ),
      ],
      requestBody: { required: false, content: { 'application/offset+octet-stream': { schema: bytes } } },
      responses: {
        ...succeeds({
          status: 201,
          description: 'Begun',
          headers: ['Location', 'Tus-Resumable', 'Upload-Expires', 'Upload-Offset'],
        }),
        ...refusedByTus(wrongVersion),
        ...refused(refusedAnswers([...uploadCodes, 'unsupported_media']), inWords),
      },
    }),
  },
  '/api/uploads/{id}': {
    head: ofUploads({
      summary: 'How far an own upload has come',
      parameters: [id, tusResumable],
      responses: {
        ...succeeds({
          status: 200,
          description: 'As far as this',
          headers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires'],
        }),
        ...refusedByTus(wrongVersion),
        ...refused(refusedAnswers(uploadCodes), inWords),
      },
    }),
    patch: ofUploads({
      summary: 'Send the bytes from an offset on',
      parameters: [id, tusResumable, required(parameter('Upload-Offset', 'header', { type: 'integer', minimum: 0 }))],
      requestBody: { required: true, content: { 'application/offset+octet-stream': { schema: bytes } } },
      responses: {
        ...succeeds({
          status: 204,
          description: 'Taken',
          headers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'],
        }),
        ...refusedByTus({ 409: 'Another offset than that at which the upload is', ...wrongVersion, ...busy }),
        ...refused(refusedAnswers([...uploadCodes, 'unsupported_media']), inWords),
      },
    }),
    post: ofUploads({
      summary: 'As PATCH or DELETE, for clients whose network lets only POST through',
      parameters: [
        id,
        methodOverride,
        tusResumable,
        required(parameter('Upload-Offset', 'header', { type: 'integer', minimum: 0 })),
      ],
      requestBody: { required: true, content: { 'application/offset+octet-stream': { schema: bytes } } },
      responses: {
        ...succeeds({
          status: 204,
          description: 'Taken',
          headers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'],
        }),
        ...refusedByTus({ 409: 'Another offset than that at which the upload is', ...wrongVersion, ...busy }),
        ...refused(refusedAnswers([...uploadCodes, 'method_not_allowed', 'unsupported_media']), inWords),
      },
    }),
    delete: ofUploads({
      summary: 'End an own upload',
      parameters: [id, tusResumable],
      responses: {
        ...succeeds({ status: 204, description: 'Ended', headers: ['Tus-Resumable'] }),
        ...refusedByTus({ ...wrongVersion, ...busy }),
        ...refused(refusedAnswers([...uploadCodes, 'unsupported_media']), inWords),
      },
    }),
  },
};

const mediaTypes = ['audio/*', 'video/*', 'image/webp'];
const ofMedia = (summary: string, contentTypes: readonly string[] | undefined): Operation => ({
  summary,
  tags: ['Media'],
  // Pictures are everyone's.
  security: [...session, {}],
  parameters: [
    parameter('key', 'path', { type: 'string' }, 'As mediaUrl and profileImage have it'),
    parameter('Range', 'header', { type: 'string' }, '`bytes=0-1023`'),
    parameter('If-Range', 'header', { type: 'string' }),
    parameter('If-None-Match', 'header', { type: 'string' }),
  ],
  responses: {
    ...succeeds({
      status: 200,
      description: 'The bytes',
      headers: ['ETag', 'Accept-Ranges'],
      ...(contentTypes && { contentTypes }),
    }),
    ...succeeds({
      status: 206,
      description: 'A part of them',
      headers: ['ETag', 'Accept-Ranges', 'Content-Range'],
      ...(contentTypes && { contentTypes }),
    }),
    ...succeeds({ status: 304, description: 'They are the same', headers: ['ETag'] }),
    ...succeeds({ status: 416, description: 'There is no such part', headers: ['Content-Range'] }),
    ...refused(refusedAnswers(['unauthenticated', 'not_found', 'invalid_input', ...alwaysPossible])),
  },
});

const media: Record<string, PathItem> = {
  '/api/media/{key}': {
    get: ofMedia('The bytes of an episode, for signed-in people, or of a profile picture', mediaTypes),
    head: ofMedia('How many bytes an episode or a picture has', undefined),
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
      security: [...session, {}],
      parameters: [parameter('userId', 'query', { type: 'string', format: 'uuid' }, 'The own id, if any')],
      responses: {
        101: { description: 'From here on there are frames' },
        ...refused(
          refusedAnswers(['invalid_input', 'unauthenticated', 'forbidden', 'upgrade_required', ...alwaysPossible]),
        ),
      },
      // What OpenAPI has no words for.
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

/** The doors that no controller opens: uploads, bytes and the socket. */
export const otherDoors = (): Pick<OpenAPIObject, 'paths'> & { readonly schemas: Record<string, Schema> } => ({
  paths: { ...uploads, ...media, ...sockets },
  schemas: { ClientFrame: jsonSchemaOf(ClientFrame, 'input'), ServerFrame: jsonSchemaOf(ServerFrame, 'output') },
});
