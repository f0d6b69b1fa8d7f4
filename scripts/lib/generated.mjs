// What the scripts share that write parts of pages from the built program.
import { readFileSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { refuse } from './options.mjs';

const PART = /(<!-- generated: (.+?) -->\n).*?(<!-- end of generated -->)/gs;

export const code = (text) => `\`${text}\``;

/** What was built of a program's own types, such as its channels, without a database. @param work is given what injects them */
export async function withProviders(own, work) {
  const { NestFactory } = await import('@nestjs/core');
  const { OutgoingHttp } = await import('../../dist/common/outgoing-http/outgoing-http.js');
  const { Config, loadConfig } = await import('../../dist/config/config.js');
  const config = loadConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY: 'x'.repeat(32), WORKER: 'false' });
  const providers = [{ provide: Config, useValue: config }, OutgoingHttp, ...own];
  const module = class Types {};
  const context = await NestFactory.createApplicationContext({ module, providers }, { logger: false });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/**
 * Writes the generated parts of pages, as Prettier leaves them; or names the pages that are out of date, and ends with 1.
 * @param pages paths, and what makes a part of each by its name
 * @param command that writes them
 */
export async function writeParts(pages, command, isCheck) {
  const old = [];
  for (const [path, partOf] of pages) {
    const before = readFileSync(path, 'utf8');
    const page = await withParts(path, before, partOf);
    if (page === before) continue;
    old.push(path);
    if (!isCheck) writeFileSync(path, page);
  }
  if (!isCheck || old.length === 0) return;
  console.error(`Out of date, ${command} writes them: ${old.join(', ')}`);
  process.exitCode = 1;
}

async function withParts(path, before, partOf) {
  const names = [...before.matchAll(PART)].map(([, , name]) => name);
  if (names.length === 0) refuse(`${path} has no place for what is generated`);
  const parts = await Promise.all(names.map(partOf));
  const page = before.replace(PART, (_all, begin, _name, end) => `${begin}\n${parts.shift()}\n\n${end}`);
  return prettier.format(page, { ...(await prettier.resolveConfig(path)), parser: 'markdown' });
}
