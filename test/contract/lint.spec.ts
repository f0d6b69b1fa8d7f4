import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** What goes around the service's guard of addresses, or says what nobody may read, one in each line. */
const BAD = [
  "import { request as one } from 'node:http';",
  "import two from 'https';",
  "import { Agent } from 'undici';",
  "import { connect } from 'node:net';",
  "import * as four from 'node:tls';",
  "import { createSocket } from 'dgram';",
  "import { lookup } from 'node:dns/promises';",
  "import { execFile } from 'node:child_process';",
  "import six = require('node:http2');",
  "export { get } from 'http';",
  "import { createRequire } from 'node:module';",
  "export const a = () => fetch('https://example.org');",
  "export const b = () => globalThis.fetch('https://example.org');",
  "export const c = () => import('node:http');",
  "export const d = () => require('node:http') as unknown;",
  "export const e = () => process.getBuiltinModule('node:http');",
  "export const f = () => new WebSocket('wss://example.org');",
  'export const g = (key: string) => console.log(key);',
  'export const h = (key: string) => process.stdout.write(key);',
  'export const i = () => process.env.HOME;',
  "export const j = () => fetch('https://example.org'); // eslint-disable-line",
];
const GOOD = [
  "import type { IncomingHttpHeaders } from 'node:http';",
  "import { Logger } from '@nestjs/common';",
  "import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';",
  "export class Source { fetch(headers: IncomingHttpHeaders, http: OutgoingHttp) { new Logger('x').log({ headers, http }); } }",
];

/** Checks texts as if they were the files named. A program of its own: its settings are an ES module. */
const CHECK = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint();
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  const results = [];
  for (const { file, text } of JSON.parse(input)) results.push(...(await eslint.lintText(text, { filePath: file })));
  console.log(JSON.stringify(results.map(({ messages }) => messages)));
`;
const FILES = [
  'src/notification/providers/log.channel.ts',
  'src/source/sources/feed.source.ts',
  'src/source/release-notes/changelog.source.ts',
  'src/source/knowledge/providers/endoflife.knowledge.ts',
];
const OURS = /Use OutgoingHttp|Use Logger|read src\/config/;

/** What is refused in each text, by line. */
function refused(texts: { file: string; text: string }[]): Map<number, string>[] {
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', CHECK], {
    cwd: join(__dirname, '..', '..'),
    encoding: 'utf8',
    input: JSON.stringify(texts),
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const results = JSON.parse(run.stdout) as { line: number; message: string; severity: number }[][];
  return results.map(
    (messages) =>
      new Map(
        messages
          .filter(({ message, severity }) => severity === 2 && OURS.test(message))
          .map(({ line, message }) => [line, message]),
      ),
  );
}

describe('a plug-in', () => {
  it('connects by OutgoingHttp alone, and says nothing but to the Logger', () => {
    const text = (lines: string[]) => `${lines.join('\n')}\n`;
    const found = refused([BAD, GOOD].flatMap((lines) => FILES.map((file) => ({ file, text: text(lines) }))));
    for (const messages of found.slice(0, FILES.length)) {
      expect(BAD.filter((_line, at) => !messages.has(at + 1))).toEqual([]);
      expect(messages.get(1)).toContain('Use OutgoingHttp');
      expect(messages.get(BAD.findIndex((line) => line.includes('console')) + 1)).toContain('Use Logger');
    }
    expect(found.slice(FILES.length)).toEqual(FILES.map(() => new Map()));
  });
});
