import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../app.module';
import { ApiAdapter } from '../../api/server/api-adapter';
import { Config, loadConfig } from '../../config/config';
import { openApiText } from './openapi';

/** Writes `openapi.json`, which is committed; a test compares it with the running program. */
async function main(): Promise<void> {
  const config: Config = loadConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY: 'x'.repeat(32), WORKER: 'false' });
  const app = await NestFactory.create<NestExpressApplication>(AppModule.for(config), new ApiAdapter(config), {
    logger: false,
  });
  writeFileSync(join(__dirname, '..', '..', '..', 'openapi.json'), openApiText(app));
  await app.close();
}

void main();
