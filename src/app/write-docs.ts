import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { Argument, Command, Option } from 'commander';
import { compareVersions, OWN_ORDERS, SCHEME_NAMES, schemeFor, TYPES } from 'version-order';
import { OutgoingHttp } from '../common/outgoing-http/outgoing-http';
import { settingsOf } from '../common/settings/setting';
import { Config, loadConfig } from '../config/config';
import { PROBE_PRESETS } from '../inventory/probe/question';
import { sourceProviders } from '../source/sources';
import type { Source } from '../source/sources/source';
import { SourceRegistry } from '../source/sources/source-registry';
import { commandLine } from './cli/program';

const DOCS = join(__dirname, '..', '..', 'docs');
const END = '<!-- end of generated -->';

const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(', ');
const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function table(head: string[], rows: string[][]): string {
  return ['<!-- prettier-ignore -->', row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

async function sourceTypes(): Promise<string> {
  class SourcesModule {}
  const config = loadConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY: 'x'.repeat(32), WORKER: 'false' });
  const providers = [{ provide: Config, useValue: config }, OutgoingHttp, ...sourceProviders];
  const app = await NestFactory.createApplicationContext({ module: SourcesModule, providers }, { logger: false });
  const sources = app.get(SourceRegistry).all();
  await app.close();
  const head = ['type', 'lists', 'settings', 'optional', 'all', 'scheme', 'address'];
  return table(head, sources.map(sourceRow));
}

function sourceRow(source: Source): string[] {
  const settings = [...settingsOf(source.settingsClass)];
  const names = (optional: boolean) =>
    codes(settings.filter(([, one]) => Boolean(one.optional) === optional).map(([name]) => name)) || '–';
  const { type, title, listsEverything, scheme } = source;
  const all = listsEverything ? 'yes' : 'no';
  return [code(type), title, names(false), names(true), all, scheme ? code(scheme) : '–', code(addressOf(source))];
}

/** Whom a source asks: the operator's variable, the usual address, or the setting that names it. */
function addressOf({ settingsClass }: Source): string {
  const settings = settingsOf(settingsClass);
  const server = settings.get('server');
  const variable = /configured as ([A-Z_]+)/.exec(server?.description ?? '')?.[1];
  const setting = [...settings].find(([, { format, optional }]) => format === 'url' && !optional)?.[0];
  return variable ?? server?.default ?? setting ?? '';
}

function probePresets(): string {
  const rows = PROBE_PRESETS.map(({ key, title, docs, path, jsonPath, header, token }) => [
    `[${title}](${docs})`,
    code(path),
    jsonPath ? code(jsonPath) : header ? `header ${code(header)}` : 'pattern',
    token ? `${token.isOptional ? 'optional. ' : ''}${token.hint}` : '–',
    code(key),
  ]);
  return table(['program', 'asked', 'version at', 'token', 'preset'], rows);
}

async function commands(): Promise<string> {
  const rows = leavesOf(await commandLine()).map((one) => [usageOf(one), one.description()]);
  return table(['command', 'does'], rows);
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command];

function usageOf(command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name());
  const optional = (one: Option) => (one.mandatory ? one.flags : `[${one.flags}]`);
  const options = command.options.filter(({ hidden }) => !hidden).map(optional);
  return code([...names, ...command.registeredArguments.map(argumentOf), ...options].join(' '));
}

function argumentOf(one: Argument): string {
  const name = one.name() + (one.variadic ? '…' : '');
  return one.required ? `<${name}>` : `[${name}]`;
}

function rangeTypes(): string {
  const entries = Object.entries(TYPES).map(([scheme, types]) => [scheme, types ?? []] as const);
  const rows = entries
    .filter(([scheme]) => !(scheme in OWN_ORDERS))
    .map(([scheme, types]) => [codes(types), code(scheme)]);
  const own = entries.filter(([scheme]) => scheme in OWN_ORDERS).flatMap(([, types]) => types);
  return table(['types', 'scheme'], [...rows, [codes(own), 'an order of its own']]);
}

/** Pairs of which the schemes say different things. */
const PAIRS: [string, string][] = [
  ['1.0', '1.0.0'],
  ['1.0-rc1', '1.0'],
  ['1.0.0-rc1', '1.0.0'],
  ['1.0~rc1', '1.0'],
  ['1.0.0-rc10', '1.0.0-rc2'],
  ['1.0.0-RC1', '1.0.0-rc1'],
  ['1.0.0-1', '1.0.0'],
  ['1.0.0+1', '1.0.0'],
  ['1.0.0.1', '1.0.0'],
  ['1.0a', '1.0'],
  ['1.0.b1', '1.0'],
  ['1.0-foo', '1.0'],
  ['1.0_p1', '1.0'],
  ['1.02', '1.1'],
  ['1:1.0', '2.0'],
];

function comparisons(): string {
  const schemes = SCHEME_NAMES.filter((name) => name !== 'calver' && name !== 'date');
  const rows = PAIRS.map(([a, b]) => {
    const relations = schemes.map((scheme) => {
      const { valid } = schemeFor({ scheme });
      return valid(a) && valid(b) ? compareVersions({ scheme }, a, b) : '–';
    });
    return [`${code(a)} ? ${code(b)}`, ...relations];
  });
  return table(['', ...schemes], rows);
}

/** By page and name. */
const PARTS: Record<string, Record<string, () => string | Promise<string>>> = {
  'sources.md': { 'source types': sourceTypes },
  'inventories.md': { 'probe presets': probePresets },
  'other-tools.md': { commands },
  'policies-and-versions.md': { comparisons, 'range types': rangeTypes },
};

/** Pages with regenerated tables, by the path of each. */
async function documentedTables(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const [name, parts] of Object.entries(PARTS)) {
    const path = join(DOCS, name);
    let page = readFileSync(path, 'utf8');
    for (const [part, write] of Object.entries(parts)) page = replaced(page, part, await write());
    pages.set(path, page);
  }
  return pages;
}

function replaced(page: string, part: string, text: string): string {
  const begin = `<!-- generated: ${part} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`No place for ${part}`);
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
}

/** With `--check` nothing is written, and the pages that are out of date are named. */
async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check');
  for (const [path, page] of await documentedTables()) {
    if (!isCheck) writeFileSync(path, page);
    else if (readFileSync(path, 'utf8') !== page) {
      console.error(`${path} is out of date: npm run docs:tables`);
      process.exitCode = 1;
    }
  }
}

if (require.main === module) void main();
