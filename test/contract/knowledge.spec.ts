import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config } from '../../src/config/config';
import { KNOWLEDGE_CLASSES } from '../../src/source/knowledge/providers';
import { type KnowledgeDocument, KnowledgeError } from '../../src/source/knowledge/providers/knowledge-provider';
import { SourceError } from '../../src/common/fetch/source-error';

const FOLDER = join(__dirname, '../../src/source/knowledge/providers');
const TODAY = '2026-11-24';

/** They read without a database. */
const providers = KNOWLEDGE_CLASSES.map((one) => new (one as new (...parts: unknown[]) => InstanceType<typeof one>)());

async function* documents(...texts: string[]): AsyncGenerator<KnowledgeDocument> {
  for (const text of texts) yield await Promise.resolve({ name: null, text, day: TODAY });
}

describe('the list of providers of knowledge', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.knowledge.ts'));

  test.each(files)('%s is in it, under its own name', (file) => {
    const [, name] = /export class (\w+Knowledge)\b/.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
    expect(KNOWLEDGE_CLASSES.map((one) => one.name)).toContain(name);
    expect(providers.map((one) => one.name)).toContain(file.replace('.knowledge.ts', ''));
  });

  test('has no more than the files, each name once', () => {
    expect(files).toHaveLength(KNOWLEDGE_CLASSES.length);
    expect(new Set(providers.map(({ name }) => name)).size).toBe(files.length);
  });
});

describe.each(providers.map((one) => [one.name, one] as const))('the provider %s', (name, provider) => {
  test('says what it is, and is not asked without an address', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]{1,31}$/);
    expect(provider.title.length).toBeGreaterThan(2);
    const none = { lifecycleUrl: null, osvUrl: [], nvdOverridesUrl: null, kevUrl: null, epssUrl: null };
    expect(provider.urlsOf(Object.assign(new Config(), none))).toEqual([]);
    const url = 'https://knowledge.example/full';
    const all = { lifecycleUrl: url, osvUrl: [url], nvdOverridesUrl: url, kevUrl: url, epssUrl: url };
    // Vendors' statements are files.
    expect(provider.urlsOf(Object.assign(new Config(), all))).toEqual(name === 'vex' ? [] : [url]);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><body>Sign in</body></html>'],
    ['null', 'null'],
    ['a number', '42'],
    ['a list of anything', '[null, 1, "x", [], {}]'],
    ['an empty object', '{}'],
    ['an empty answer', '{"result":[]}'],
    ['an answer of anything', '{"result":[null,1,"x",[],{"name":{}},{"name":"__proto__","releases":[{}]}]}'],
    ['something deep', '{"result":'.repeat(50_000)],
    ['bytes', '\u0000\ufffd\u0001'],
  ])('takes %s for no answer', async (_which, text) => {
    const error = await provider.read(documents(text), TODAY).catch((reason: unknown) => reason);
    expect(error instanceof KnowledgeError || error instanceof SourceError).toBe(true);
    expect((error as Error).message).toMatch(/[a-z]{2,}.* /);
  });
});
