import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { components } from './components';

/** All routes as OpenAPI 3.1. */
export function openApi(app: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Crumbtrail')
    .setDescription('An event bus of breadcrumbs for LLM agents, with contexts that explain themselves.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, about, { autoTagControllers: false });
  return { ...document, components: { ...document.components, schemas: components() as never } };
}

/** Serves the document at /docs for people and /docs-json for programs. It is made for the first who asks: a start need not wait for it. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApi(app), { customSiteTitle: 'Crumbtrail API' });
}
