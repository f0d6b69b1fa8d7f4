import { errorWithoutSecrets, formsOf, secretsIn, withoutSecrets } from '../../src/common/settings/secret-texts';
import { Setting } from '../../src/common/settings/setting';
import { PluginCalls } from '../../src/app/plugin/plugin-calls';
import { SourceError } from '../../src/common/fetch/source-error';

const SECRET = 'canary/run+secret 1"ü';

const written: [string, string][] = [
  ['as it is', SECRET],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
  ...['u:', 'us:', 'use:', 'a@b.c:'].map((user): [string, string] => [
    `Basic of ${user}`,
    Buffer.from(`${user}${SECRET}`).toString('base64'),
  ]),
  ['base64 within', Buffer.from(`token=${SECRET}&more=1`).toString('base64')],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['percent-encoded in small letters', encodeURIComponent(SECRET).replace(/%../g, (escape) => escape.toLowerCase())],
  ['a form', new URLSearchParams({ token: SECRET }).toString()],
  ['JSON', JSON.stringify({ token: SECRET })],
  ['hexadecimal', Buffer.from(SECRET).toString('hex')],
];

/** What is left of a secret when most of it is gone: fewer characters than the encoding needs for two letters at each end. */
const traces = (text: string) => {
  const found = formsOf([SECRET]).filter((form) => text.includes(form));
  return text.includes('canary') ? [...found, 'canary'] : found;
};

describe('a secret that a plug-in throws', () => {
  it.each(written)('is replaced in the message, the stack and the causes: %s', (_how, text) => {
    expect(traces(text)).not.toEqual([]);
    const cause = Object.assign(new Error(`cause ${text}`), { config: { headers: { authorization: text } } });
    const error = errorWithoutSecrets(
      Object.assign(new TypeError(`could not send with ${text}`, { cause }), { request: text }),
      formsOf([SECRET]),
    );
    const said = [
      error.name,
      error.message,
      String(error.stack),
      JSON.stringify(error),
      String((error.cause as Error).stack),
    ];
    expect(said.flatMap(traces)).toEqual([]);
    expect(error.message).toMatch(/^could not send with .*••••/);
    expect(error.stack).toContain('secrets.spec.ts');
    expect(Object.keys(error.cause as Error)).toEqual(['name']);
  });

  it('is replaced when it is no error at all, one of several, or a cause of itself', () => {
    const forms = formsOf([SECRET]);
    expect(errorWithoutSecrets(SECRET, forms).message).toBe('••••');
    expect(errorWithoutSecrets(undefined, forms).message).toBe('undefined');
    const several = errorWithoutSecrets(new AggregateError([new Error(SECRET)], SECRET), forms) as AggregateError;
    expect(traces(several.message + String((several.errors as Error[])[0]!.stack))).toEqual([]);
    const circle = new Error(SECRET);
    circle.cause = circle;
    expect(traces(errorWithoutSecrets(circle, forms).message)).toEqual([]);
  });

  it('is replaced in what is logged later, and in what waits for the call', async () => {
    const lines: { err: Error }[] = [];
    const ignore = () => undefined;
    const calls = new PluginCalls(
      'p',
      { log: ignore, warn: ignore, error: (line: { err: Error }) => lines.push(line) },
      ['canary-environment'],
    );
    calls.failedOutside(new Error('with canary-environment'));
    expect(lines[0]!.err.message).toBe('with ••••');
    const failing = () => Promise.reject(new Error(`with ${SECRET} and canary-environment`));
    await expect(calls.run(1_000, failing, [SECRET])).rejects.toThrow(/^with •••• and ••••$/);
    const thrower = () => {
      throw new Error(SECRET);
    };
    expect(() => calls.runSync(thrower, [SECRET])).toThrow(/^••••$/);
    // The service looks at what these say.
    const known = new SourceError('no', 5);
    await expect(calls.run(1_000, () => Promise.reject(known))).rejects.toBe(known);
  });

  it('counts also as a part of an address that is one', () => {
    class Settings {
      @Setting({ title: 'URL', description: 'Where.', format: 'url', maxLength: 200, secret: true })
      url!: string;
      @Setting({ title: 'Room', description: 'Which.', format: 'text', maxLength: 200 })
      room!: string;
    }
    const settings = { url: 'https://chat.example/hooks/canary-path?key=canary-key', room: 'general' };
    const forms = formsOf(secretsIn(Settings, settings, undefined));
    const text = 'POST /hooks/canary-path?key=canary-key to general at chat.example: canary-path, canary-key';
    expect(withoutSecrets(text, forms)).toBe('POST •••• to general at chat.example: ••••, ••••');
  });

  it('leaves ordinary words: a short secret is a part of them', () => {
    expect(withoutSecrets('an abc of it', formsOf(['abc', '']))).toBe('an abc of it');
  });
});
