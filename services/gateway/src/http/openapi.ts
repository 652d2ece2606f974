import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { answerHeaders } from './described-answers.js';
import { otherDoors } from './described-doors.js';
import { namedShapes } from './described-schemas.js';

const words = `Hear the episodes, say the questions.

- **Signing in** sets the cookie \`hearsay_session\` (\`__Host-hearsay_session\` under TLS), which is the only authority. Where a body or query names who acts
  (\`userId\`, \`creatorId\` and the like), it is the signed-in person or absent.
- **Refusals** have one shape, \`Error\`: a text fit to be shown, a code, and for input the fields that are wrong.
- **Writes** take an \`Idempotency-Key\`: a repeat with the same key is answered with the first result, another body with the same key with 422.
- **Polling** is cheap: answers with an \`ETag\` are asked for again with \`If-None-Match\`.
- **Limits** answer 429 with \`Retry-After\`; limited acts say in \`RateLimit\` what is left.
- **Sockets** at \`/ws\` make everything sooner; their frames are \`ClientFrame\` and \`ServerFrame\` of the schemas.`;

/** The description of the API, made from the schemas that check it. */
const describeApi = (app: INestApplication): OpenAPIObject => {
  const header = new DocumentBuilder()
    .setTitle('Hearsay')
    .setDescription(words)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth('hearsay_session', undefined, 'session')
    .build();
  const document = SwaggerModule.createDocument(app, header, {
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const doors = otherDoors();
  return {
    ...document,
    paths: { ...document.paths, ...doors.paths },
    components: {
      ...document.components,
      headers: { ...answerHeaders },
      schemas: { ...document.components?.schemas, ...namedShapes(), ...doors.schemas },
    },
  };
};

/** `/api/docs` for people, `/api/docs-json` for tools; made when first asked for. */
export const serveDocs = (app: INestApplication): void => {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), { jsonDocumentUrl: 'api/docs-json', raw: ['json'] });
};
