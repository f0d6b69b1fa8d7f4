import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type * as App from '../../src/app.module';
import type * as Settings from '../../src/config/config';
import { built } from './built';
import { environment } from './programs';

const { AppModule } = built<typeof App>('app.module');
const { loadConfig } = built<typeof Settings>('config/config');

/** The parts of the built program in this process, as its command line has them: nothing is served, nothing runs by itself. */
export function startApplication(
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<INestApplicationContext> {
  const config = loadConfig({ ...environment(databaseUrl), ...more });
  return NestFactory.createApplicationContext(AppModule.for(config), { logger: ['error'] });
}
