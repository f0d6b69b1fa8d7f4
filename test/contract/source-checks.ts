import { secretFields, settingsOf, settingsSchema } from '../../src/common/settings/setting';
import { acceptSettings, SettingsError } from '../../src/common/settings/settings';
import type { Release, Source } from '../../src/source/sources/source';
import { SourceError } from '../../src/common/fetch/source-error';
import { NotModified, SourceWeb } from '../../src/common/fetch/source-web';
import type { Validators } from '../../src/common/fetch/response-headers';
import type { Answer, ReceivedRequest } from '../notification/providers/peers';
import { type Pages, payload, type Stage } from '../source/sources/stage';
import { leaksOf } from './leaks';
import { must } from './must';
import { connectionsBeside, listening } from './watching';

/** A source with a receiver that stands in for its provider. */
export interface Scene {
  source: Source;
  stage: Stage;
  /** The address of the receiver, without a slash at its end. */
  url: string;
  requests: ReceivedRequest[];
  /** Asks once; every request is answered by this instead of the stage. */
  fetch(answer?: (request: ReceivedRequest) => Answer, known?: Validators): Promise<Release[]>;
  /** Of the last fetch. */
  web(): SourceWeb;
}

/** One question of the contract. It gets a new scene each time, and fails by a failing expectation. */
export type SourceCheck = (scene: Scene) => Promise<void> | void;

const LAST_MODIFIED = 'Fri, 20 Nov 2026 10:00:00 GMT';
const OF_THE_ANSWER = 'canary of the answer';

const outcomeOf = (fetching: Promise<Release[]>) => fetching.catch((error: unknown) => error);

/** The answers to what is no list of releases: an error of the source, or no releases. */
const NO_LIST: Record<string, string> = {
  nothing: '',
  'a page': '<!doctype html><html><body>Sign in</body></html>',
  null: 'null',
  'a number': '42',
  'a list of anything': '[null, 1, "x", [], {}, {"tag_name": 1, "name": {}}]',
  'an empty object': '{}',
  'something deep': '['.repeat(50_000),
  bytes: '\u0000\ufffd\u0001',
};

/** How long a refusal asks to wait, in seconds; null = it does not. */
const REFUSALS: [status: number, headers: Record<string, string>, retryAfter: number | null][] = [
  [401, {}, null],
  [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' }, 86_400],
  [404, {}, null],
  [429, { 'retry-after': '120' }, 120],
  [429, {}, 300],
  [500, {}, null],
  [503, { 'retry-after': '30' }, 30],
];

/** How a provider may name its second page, out of the URL of the first. */
const NEXT: Record<string, (first: URL) => string> = {
  'by its URL': (first) => withCursor(first, 2).href,
  'by a path and a query': (first) => withCursor(first, 2).pathname + withCursor(first, 2).search,
  'by a query': (first) => withCursor(first, 2).search,
  'by a relative path': () => './second',
};

/** What every source has to answer, by a sentence that says what holds. */
export const SOURCE_CHECKS: Record<string, SourceCheck> = {
  'says what it is, and has settings from which a form can be drawn': ({ source }) => {
    must('`type` must be words of small letters with hyphens', () => expect(source.type).toMatch(/^[a-z]+(-[a-z]+)*$/));
    must('`title` must be a name for people', () => expect(source.title.length).toBeGreaterThan(2));
    expect(settingsSchema(source.settingsClass)).toMatchObject({ type: 'object', additionalProperties: false });
    const declared = [...settingsOf(source.settingsClass)];
    for (const [name, { description }] of declared) {
      must(`The description of ${name} must be a sentence, with a full stop`, () => expect(description).toMatch(/\.$/));
      if (/secret|token|password|key/i.test(name))
        must(`The setting ${name} sounds like a secret, and must be marked as one`, () =>
          expect(secretFields(source.settingsClass)).toContain(name),
        );
    }
    const given = declared.filter(([, { examples }]) => examples);
    const examples = Object.fromEntries(given.map(([name, options]) => [name, options.examples![0]]));
    expect(acceptSettings(source, examples).settings).toMatchObject(examples);
    expect(() => acceptSettings(source, { ...examples, surplus: 1 })).toThrow(SettingsError);
  },

  'takes no address of a server below which nothing can be': ({ source, stage }) => {
    if (!settingsOf(source.settingsClass).has('server')) return;
    const settings = stage.settings('https://source.example');
    expect(() => acceptSettings(source, { ...settings, server: 'https://source.example/?a=b' })).toThrow(
      'server must not hold a query (?)',
    );
  },

  'finds the releases of a real answer': async ({ fetch, stage }) => {
    const { count, releases } = stage.expected;
    const found = await fetch();
    must('It must find as many releases as `expected.count` of the stage says', () =>
      expect(found.map(({ version }) => version)).toHaveLength(count),
    );
    for (const release of releases)
      must(`It must find the release ${release.version}, as \`expected.releases\` of the stage has it`, () =>
        expect(found).toContainEqual(expect.objectContaining(release)),
      );
    must('It must find each version once', () => expect(new Set(found.map(({ version }) => version)).size).toBe(count));
  },

  'reads whatever else its provider is known to answer': async ({ fetch, stage }) => {
    for (const name of stage.payloads ?? []) {
      const found = await outcomeOf(fetch(() => [200, {}, payload(name)]));
      if (found instanceof SourceError) continue;
      must(`Of ${name}, it must make a list of releases or a SourceError`, () =>
        expect(found).toEqual(expect.any(Array)),
      );
      for (const { version, releasedAt, notesUrl } of found as Release[]) {
        expect(version.trim()).toBe(version);
        expect(version).not.toBe('');
        if (releasedAt !== null) expect(new Date(releasedAt).toISOString()).toBe(releasedAt);
        if (notesUrl !== null) expect(notesUrl).toMatch(/^https?:\/\//);
      }
    }
  },

  'asks only whether something changed, once it knows': async ({ fetch, requests, stage, url, web }) => {
    if (stage.conditional === false) return;
    await fetch((request) => tagged(stage.serve(request, url)));
    const known = web().validators;
    must('`web` must know ETag and Last-Modified of the answer: a source asks by `web` only', () =>
      expect(known).toEqual({ etag: '"v1"', lastModified: LAST_MODIFIED }),
    );
    const before = requests.length;
    const outcome = await outcomeOf(fetch(() => [304], known!));
    const came = outcome instanceof Error ? `${outcome.name}: ${outcome.message}` : 'a list of releases';
    must(`After 304, it must pass on what \`web\` throws, NotModified. It came to ${came}`, () =>
      expect(outcome instanceof NotModified).toBe(true),
    );
    const made = requests.length - before;
    must(
      `It made ${made} requests where 1 was expected, with the conditions of \`web\`: a source asks by \`web\` only`,
      () => {
        expect(made).toBe(1);
        expect(requests.at(-1)?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': LAST_MODIFIED });
      },
    );
  },

  'reads every page, however the next one is named': async ({ fetch, stage, url, web }) => {
    if (stage.pages === null) return;
    const whole = (await fetch()).map(({ version }) => version).sort();
    for (const [named, next] of Object.entries(NEXT)) {
      const found = (await fetch(inPages(stage, stage.pages, url, next))).map(({ version }) => version).sort();
      expect({ named, found, notice: web().notice }).toEqual({ named, found: whole, notice: null });
    }
  },

  'does not take the validators of one page for those of all': async ({ fetch, stage, url, web }) => {
    if (stage.pages === null) return;
    const serve = inPages(stage, stage.pages, url, NEXT['by its URL']!);
    await fetch((request) => tagged(serve(request)));
    expect({ 'validators after two pages': web().validators }).toEqual({ 'validators after two pages': null });
  },

  'says so where it does not read every page': async ({ fetch, stage, url, web }) => {
    if (stage.pages === null) return;
    let page = 1;
    const endless = inPages(stage, stage.pages, url, (first) => withCursor(first, ++page).href, true);
    const found = await outcomeOf(fetch(endless));
    if (found instanceof SourceError) return;
    expect({ 'releases beyond what is read': web().notice }).toEqual({
      'releases beyond what is read': expect.stringMatching(/[a-z]{3,}.* /) as string,
    });
  },

  'connects by OutgoingHttp only': async ({ fetch }) => {
    const around = await connectionsBeside(() => outcomeOf(fetch()));
    must('It must connect by what it is given only, `web` or `OutgoingHttp`', () =>
      expect({ 'connections that did not go through OutgoingHttp': around }).toEqual({
        'connections that did not go through OutgoingHttp': [],
      }),
    );
  },

  'takes what is no list for an error of the source, or for no releases': async ({ fetch }) => {
    for (const [what, body] of Object.entries(NO_LIST)) {
      const found = await outcomeOf(fetch(() => [200, {}, body]));
      if (!(found instanceof SourceError))
        must(`Where the answer is ${what}, it must throw a SourceError or find nothing`, () =>
          expect(found).toEqual([]),
        );
    }
  },

  'says in words of its own what a refusal means, and for how long to wait': async ({ fetch }) => {
    for (const [status, headers, retryAfter] of REFUSALS) {
      const error = await outcomeOf(fetch(() => [status, headers, 'no']));
      const came = error instanceof Error ? `${error.name}: ${error.message}` : 'a list of releases';
      must(
        `Where the provider answers ${status}, it must pass on what \`web\` throws, a SourceError. It came to ${came}`,
        () => expect(error instanceof SourceError).toBe(true),
      );
      must(`Where the provider answers ${status}, the error must say so in words, and for how long to wait`, () =>
        expect(error).toMatchObject({ retryAfter, message: expect.stringMatching(/[a-z]{3,}.* /) }),
      );
    }
  },

  "repeats neither a secret nor the provider's answer, in its errors or in the log": async ({
    source,
    fetch,
    stage,
    url,
  }) => {
    const leaksIn = leaksOf(source.settingsClass, stage.settings(url));
    const echo = ({ path, headers }: ReceivedRequest) => `${OF_THE_ANSWER} ${path} ${JSON.stringify(headers)}`;
    const answers: ((request: ReceivedRequest) => Answer)[] = [
      ...REFUSALS.map(([status, headers]) => (request: ReceivedRequest): Answer => [status, headers, echo(request)]),
      (request) => [
        200,
        { 'x-error': OF_THE_ANSWER },
        JSON.stringify({ message: echo(request), error: echo(request) }),
      ],
      (request) => [200, {}, `<html><title>${echo(request)}</title></html>`],
      (request) => stage.serve(request, url),
    ];
    for (const answer of answers) {
      const { said, outcome } = await listening(() => outcomeOf(fetch(answer)));
      const message = outcome instanceof Error ? outcome.message + JSON.stringify(outcome) : '';
      const found = { message: leaksIn(message), log: said.filter((line) => leaksIn(line).length > 0) };
      must(`Its error "${message}" or the log repeats what only the provider may see`, () =>
        expect(found).toEqual({ message: [], log: [] }),
      );
    }
  },
};

function tagged([status, headers, body]: Answer): Answer {
  return [status, { ...headers, etag: '"v1"', 'last-modified': LAST_MODIFIED }, body];
}

function withCursor(url: URL, page: number): URL {
  const next = new URL(url);
  next.searchParams.set('cursor', String(page));
  return next;
}

/** The stage's list in two pages, or in pages without end, each of which is the second half. */
function inPages(
  stage: Stage,
  { halves, withNext }: Pages,
  base: string,
  nextOf: (first: URL) => string,
  isEndless = false,
) {
  let first: ReceivedRequest | null = null;
  return (request: ReceivedRequest): Answer => {
    const url = new URL(request.path, base);
    const isLater = first !== null && (url.searchParams.has('cursor') || url.pathname.endsWith('/second'));
    const [status, headers = {}, body = ''] = stage.serve(isLater ? { ...request, path: first!.path } : request, base);
    const pages = status === 200 ? halves(String(body)) : null;
    if (pages === null) return [status, headers, body];
    first ??= request;
    const next = nextOf(new URL(first.path, base));
    const page = pages[isLater ? 1 : 0];
    if (isLater && !isEndless) return [status, headers, page];
    return withNext
      ? [status, headers, withNext(page, next)]
      : [status, { ...headers, link: `<${next}>; rel="next"` }, page];
  };
}
