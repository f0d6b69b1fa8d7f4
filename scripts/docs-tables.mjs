// Writes the tables of docs/ that are made of what they describe: types of sources, presets of probes, commands, schemes of versions.
import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { compareVersions, OWN_ORDERS, SCHEME_NAMES, schemeFor, TYPES } from 'version-order';
import { code, withProviders, writeParts } from './lib/generated.mjs';
import { readOptions, refuse } from './lib/options.mjs';

const USAGE = `npm run docs:tables [-- --check]
Writes the tables between <!-- generated: … --> and <!-- end of generated --> of the pages that this script names. With --check it writes none, names
the pages that are out of date, and ends with 1.`;

const { check } = readOptions(USAGE, { check: { type: 'boolean', default: false } }).values;
if (!existsSync('dist/main.js')) refuse('The service is not built: npm run build');
const { commandLine } = await import('../dist/app/cli/program.js');
const { settingsOf } = await import('../dist/common/settings/setting.js');
const { PROBE_PRESETS } = await import('../dist/inventory/probe/question.js');
const { sourceProviders } = await import('../dist/source/sources/index.js');
const { SourceRegistry } = await import('../dist/source/sources/source-registry.js');

const codes = (texts) => texts.map(code).join(', ');
const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function table(head, rows) {
  return ['<!-- prettier-ignore -->', row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

async function sourceTypes() {
  const sources = await withProviders(sourceProviders, (app) => app.get(SourceRegistry).all());
  const head = ['type', 'lists', 'settings', 'optional', 'all', 'scheme', 'address'];
  return table(head, sources.map(sourceRow));
}

function sourceRow(source) {
  const settings = [...settingsOf(source.settingsClass)];
  const names = (optional) =>
    codes(settings.filter(([, one]) => Boolean(one.optional) === optional).map(([name]) => name)) || '–';
  const { type, title, listsEverything, scheme } = source;
  const all = listsEverything ? 'yes' : 'no';
  return [code(type), title, names(false), names(true), all, scheme ? code(scheme) : '–', code(addressOf(source))];
}

/** Whom a source asks: the operator's variable, the usual address, or the setting that names it. */
function addressOf({ settingsClass }) {
  const settings = settingsOf(settingsClass);
  const server = settings.get('server');
  const variable = /configured as ([A-Z_]+)/.exec(server?.description ?? '')?.[1];
  const setting = [...settings].find(([, { format, optional }]) => format === 'url' && !optional)?.[0];
  return variable ?? server?.default ?? setting ?? '';
}

function probePresets() {
  const rows = PROBE_PRESETS.map(({ key, title, docs, path, jsonPath, header, token }) => [
    `[${title}](${docs})`,
    code(path),
    jsonPath ? code(jsonPath) : header ? `header ${code(header)}` : 'pattern',
    token ? `${token.isOptional ? 'optional. ' : ''}${token.hint}` : '–',
    code(key),
  ]);
  return table(['program', 'asked', 'version at', 'token', 'preset'], rows);
}

async function commands() {
  const rows = leavesOf(await commandLine()).map((one) => [usageOf(one), one.description()]);
  return table(['command', 'does'], rows);
}

const leavesOf = (command) => (command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command]);

function usageOf(command) {
  const names = [];
  for (let one = command; one?.parent; one = one.parent) names.unshift(one.name());
  const optional = (one) => (one.mandatory ? one.flags : `[${one.flags}]`);
  const options = command.options.filter(({ hidden }) => !hidden).map(optional);
  return code([...names, ...command.registeredArguments.map(argumentOf), ...options].join(' '));
}

function argumentOf(one) {
  const name = one.name() + (one.variadic ? '…' : '');
  return one.required ? `<${name}>` : `[${name}]`;
}

function rangeTypes() {
  const entries = Object.entries(TYPES).map(([scheme, types]) => [scheme, types ?? []]);
  const rows = entries
    .filter(([scheme]) => !(scheme in OWN_ORDERS))
    .map(([scheme, types]) => [codes(types), code(scheme)]);
  const own = entries.filter(([scheme]) => scheme in OWN_ORDERS).flatMap(([, types]) => types);
  return table(['types', 'scheme'], [...rows, [codes(own), 'an order of its own']]);
}

/** Pairs of which the schemes say different things. */
const PAIRS = [
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

function comparisons() {
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
const PARTS = {
  'sources.md': { 'source types': sourceTypes },
  'inventories.md': { 'probe presets': probePresets },
  'other-tools.md': { commands },
  'policies-and-versions.md': { comparisons, 'range types': rangeTypes },
};

const pages = Object.entries(PARTS).map(([name, parts]) => [`docs/${name}`, (part) => parts[part]()]);
await writeParts(pages, 'npm run docs:tables', check);
