import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { namedShapes } from './route-description.js';

/** The description of the API, made from the schemas that check it. */
const describeApi = (app: INestApplication): OpenAPIObject => {
  const header = new DocumentBuilder()
    .setTitle('Hearsay')
    .setDescription('Hear the episodes, say the questions.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth('hearsay_session')
    .build();
  const document = SwaggerModule.createDocument(app, header);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...namedShapes() } };
  return document;
};

/** `/api/docs` for people, `/api/docs-json` for tools; made when first asked for. */
export const serveDocs = (app: INestApplication): void => {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), { jsonDocumentUrl: 'api/docs-json', raw: ['json'] });
};
