import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the service: package.json is the one place that says it. */
export const VERSION: string = (
  JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }
).version;
