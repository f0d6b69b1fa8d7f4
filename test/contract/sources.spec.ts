import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { secretFields, settingsOf, settingsSchema } from '../../src/common/settings/setting';
import { acceptSettings, SettingsError } from '../../src/common/settings/settings';
import { Config } from '../../src/config/config';
import { SOURCE_CLASSES, sourceProviders } from '../../src/source/sources';
import type { Release, Source } from '../../src/source/sources/source';
import { SourceError } from '../../src/source/sources/source-error';
import { SourceRegistry } from '../../src/source/sources/source-registry';
import type { Validators } from '../../src/source/sources/response-headers';
import { NotModified, SourceWeb } from '../../src/source/sources/source-web';
import { type Answer, closeAll, config, httpReceiver, type ReceivedRequest } from '../channels/peers';
import { payload, readStages } from '../sources/stage';

const stages = readStages();

afterEach(closeAll);

interface Scene {
  source: Source;
  requests: ReceivedRequest[];
  /** Asks once; every request is answered by this instead of the stage. */
  fetch(answer?: (request: ReceivedRequest) => Answer, known?: Validators): Promise<Release[]>;
  /** The validators of the last fetch. */
  validators(): Validators | null;
}

/** One source of the list, as Nest makes it, with a receiver that stands in for its provider. */
async function on(type: string, use: (scene: Scene) => Promise<void>): Promise<void> {
  const stage = stages[type]!;
  const receiver = await httpReceiver();
  const environment = stage.environment?.(receiver.url) ?? {};
  const module = await Test.createTestingModule({
    providers: [{ provide: Config, useValue: config(environment) }, OutgoingHttp, ...sourceProviders],
  }).compile();
  const source = module.get(SourceRegistry).get(type)!;
  let last: SourceWeb | null = null;
  const fetch: Scene['fetch'] = (answer, known) => {
    receiver.respond = (_number, request) => (answer ?? ((one) => stage.serve(one, receiver.url)))(request);
    last = new SourceWeb(module.get(OutgoingHttp), known ?? null);
    return source.fetch(acceptSettings(source, stage.settings(receiver.url)).settings, last);
  };
  try {
    await use({ source, requests: receiver.requests, fetch, validators: () => last?.validators ?? null });
  } finally {
    await module.close();
  }
}

const outcomeOf = (fetching: Promise<Release[]>) => fetching.catch((error: unknown) => error);

describe('the list of sources', () => {
  const folder = join(__dirname, '../../src/source/sources');
  const files = readdirSync(folder).filter((name) => name.endsWith('.source.ts'));

  test.each(files)('%s is in it, under its own name', (file) => {
    const [, name] = /export class (\w+Source)\b/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    expect(SOURCE_CLASSES.map((one) => one.name)).toContain(name);
    expect(Object.keys(stages)).toContain(file.replace('.source.ts', ''));
  });

  test('has no more than the files', () => expect(files).toHaveLength(SOURCE_CLASSES.length));
});

describe.each(Object.keys(stages))('the source %s', (type) => {
  test('says what it is, and has settings from which a form can be drawn', () =>
    on(type, async ({ source }) => {
      expect(source.type).toBe(type);
      expect(source.title.length).toBeGreaterThan(2);
      expect(settingsSchema(source.settingsClass)).toMatchObject({ type: 'object', additionalProperties: false });
      const declared = [...settingsOf(source.settingsClass)];
      for (const [name, { description }] of declared) {
        expect(description).toMatch(/\.$/);
        if (/secret|token|password|key/i.test(name)) expect(secretFields(source.settingsClass)).toContain(name);
      }
      const given = declared.filter(([, { examples }]) => examples);
      const examples = Object.fromEntries(given.map(([name, options]) => [name, options.examples![0]]));
      expect(acceptSettings(source, examples).settings).toMatchObject(examples);
      expect(() => acceptSettings(source, { ...examples, surplus: 1 })).toThrow(SettingsError);
      await Promise.resolve();
    }));

  test('takes no address of a server below which nothing can be', () =>
    on(type, async ({ source }) => {
      if (!settingsOf(source.settingsClass).has('server')) return;
      const settings = stages[type]!.settings('https://source.example');
      expect(() => acceptSettings(source, { ...settings, server: 'https://source.example/?a=b' })).toThrow(
        'server must not hold a query (?)',
      );
      await Promise.resolve();
    }));

  test('finds the releases of a real answer', () =>
    on(type, async ({ fetch }) => {
      const { count, releases } = stages[type]!.expected;
      const found = await fetch();
      expect(found).toHaveLength(count);
      for (const release of releases) expect(found).toContainEqual(expect.objectContaining(release));
      expect(new Set(found.map(({ version }) => version)).size).toBe(count);
    }));

  test('reads whatever else its provider is known to answer', () =>
    on(type, async ({ fetch }) => {
      for (const name of stages[type]!.payloads ?? []) {
        const found = await outcomeOf(fetch(() => [200, {}, payload(name)]));
        if (found instanceof SourceError) continue;
        expect([name, found]).toEqual([name, expect.any(Array)]);
        for (const { version, releasedAt, notesUrl } of found as Release[]) {
          expect(version.trim()).toBe(version);
          expect(version).not.toBe('');
          if (releasedAt !== null) expect(new Date(releasedAt).toISOString()).toBe(releasedAt);
          if (notesUrl !== null) expect(notesUrl).toMatch(/^https?:\/\//);
        }
      }
    }));

  test('asks only whether something changed, once it knows', () =>
    on(type, async ({ fetch, requests, validators }) => {
      if (stages[type]!.conditional === false) return;
      const lastModified = 'Fri, 20 Nov 2026 10:00:00 GMT';
      const tagged = (request: ReceivedRequest): Answer => {
        const [status, headers, body] = stages[type]!.serve(request, `http://${request.headers.host}`);
        return [status, { ...headers, etag: '"v1"', 'last-modified': lastModified }, body];
      };
      await fetch(tagged);
      expect(validators()).toEqual({ etag: '"v1"', lastModified });
      const before = requests.length;
      expect(await outcomeOf(fetch(() => [304], validators()!))).toBeInstanceOf(NotModified);
      expect(requests).toHaveLength(before + 1);
      expect(requests.at(-1)?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': lastModified });
    }));

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><body>Sign in</body></html>'],
    ['null', 'null'],
    ['a number', '42'],
    ['a list of anything', '[null, 1, "x", [], {}, {"tag_name": 1, "name": {}}]'],
    ['an empty object', '{}'],
    ['something deep', '['.repeat(50_000)],
    ['bytes', '\u0000\ufffd\u0001'],
  ])('takes %s for an error of the source, or for no releases', (_which, body) =>
    on(type, async ({ fetch }) => {
      const found = await outcomeOf(fetch(() => [200, {}, body]));
      if (!(found instanceof SourceError)) expect(found).toEqual([]);
    }),
  );

  test.each([
    [401, {}, null],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' }, 86_400],
    [404, {}, null],
    [429, { 'retry-after': '120' }, 120],
    [429, {}, 300],
    [500, {}, null],
    [503, { 'retry-after': '30' }, 30],
  ])('says in words what %i means, and for how long to wait', (status, headers, retryAfter) =>
    on(type, async ({ fetch }) => {
      const error = await outcomeOf(fetch(() => [status, headers as Record<string, string>, 'no']));
      expect(error).toBeInstanceOf(SourceError);
      expect(error).toMatchObject({ retryAfter });
      expect((error as Error).message).toMatch(/[a-z]{3,}.* /);
      expect(JSON.stringify([(error as Error).message, error])).not.toContain('canary');
    }),
  );
});
