import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { answerHeaders, type PathItem } from './described-answers.js';
import { otherDoors } from './described-doors.js';
import { namedShapes } from './described-schemas.js';
import type { ServedRoutes } from './other-methods.js';
import { operationOf } from './route-description.js';

const words = `Hear the episodes, say the questions.

- **Signing in** sets the cookie \`hearsay_session\` (\`__Host-hearsay_session\` under TLS), which is the only authority. Where a body or query names who acts
  (\`userId\`, \`creatorId\` and the like), it is the signed-in person or absent.
- **Refusals** have one shape, \`Error\`: a text fit to be shown, a code, and for input the fields that are wrong.
- **Writes** take an \`Idempotency-Key\`: a repeat with the same key is answered with the first result, another body with the same key with 422.
- **Polling** is cheap: answers with an \`ETag\` are asked for again with \`If-None-Match\`.
- **Limits** answer 429 with \`Retry-After\`; limited acts say in \`RateLimit\` what is left.
- **Sockets** at \`/ws\` make everything sooner; their frames are \`ClientFrame\` and \`ServerFrame\` of the schemas.`;

/** The description of the API: calls by the schemas that check them, and the doors beside them. */
const describeApi = (routes: ServedRoutes): OpenAPIObject => {
  const header = new DocumentBuilder()
    .setTitle('Hearsay')
    .setDescription(words)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth('hearsay_session', undefined, 'session')
    .build();
  const paths: Record<string, PathItem> = {};
  for (const [url, methods] of routes)
    for (const [method, { declared }] of methods) {
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      // Fastify answers HEAD where it answers GET.
      if (declared && method !== 'HEAD')
        paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(url, declared) };
    }
  const doors = otherDoors();
  return {
    ...header,
    paths: { ...paths, ...doors.paths },
    components: {
      ...header.components,
      headers: { ...answerHeaders },
      schemas: { ...namedShapes(), ...doors.schemas },
    },
  };
};

/** `/api/docs` for people, `/api/docs-json` for tools; made when first asked for. */
export const serveDocs = (app: INestApplication, routes: ServedRoutes): void => {
  SwaggerModule.setup('api/docs', app, () => describeApi(routes), { jsonDocumentUrl: 'api/docs-json', raw: ['json'] });
};
