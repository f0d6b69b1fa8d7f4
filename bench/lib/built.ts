import 'reflect-metadata';
import { join } from 'node:path';
import { ROOT } from './programs';

/** A module of the built program: what is measured is what runs in production. */
export function built<Module>(path: string): Module {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- found by a path that is not known to the compiler
  return require(join(ROOT, 'dist', path)) as Module;
}
