import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { environment, type Program, ROOT, startService } from '../lib/programs';

export interface Stage {
  service: Program;
  token: string;
  /** Of a product with 200 versions, tracked. */
  software: string;
}

const DAY = 86_400_000;
const VERSIONS = 3;
const LONG_HISTORY = 200;

/** The built program on SQLite, with one user who tracks this many products, half of them outdated. The next run with as many reuses it. */
export async function startStage(favorites: number): Promise<Stage> {
  const folder = join(ROOT, 'var', 'bench-web', String(favorites));
  const done = join(folder, 'token');
  mkdirSync(folder, { recursive: true });
  const env = { DATA_DIR: folder, MIGRATE: 'true' };
  const isNew = !existsSync(done);
  if (isNew) await cli(['catalogue', 'import', '-'], env, catalogue(favorites));
  const scopes = ['--scopes', 'read,write'];
  const token = isNew ? await cli(['token', 'create', '--user', 'ada', ...scopes], env) : readFileSync(done, 'utf8');
  const service = await startService('', env);
  if (isNew) {
    await trackAll(service.url, token);
    writeFileSync(done, token);
  }
  const [product] = await ask<{ id: string }[]>(service.url, token, 'GET', '/software?name=Product%2000000');
  return { service, token, software: product!.id };
}

/** A page that does nothing: what the browser and the machine need by themselves. */
export async function startBarePage(): Promise<{ url: string; stop(): void }> {
  const rows = Array.from({ length: 30 }, (_, row) => `<p>Product ${row} 1.${row}.0 → 1.${row}.1</p>`).join('');
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Bare</title><link rel="icon" href="data:,">${rows}</html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

function catalogue(products: number): string {
  const released = (days: number) => new Date(Date.now() - days * DAY).toISOString();
  return Array.from({ length: products }, (_, number) => {
    const count = number === 0 ? LONG_HISTORY : VERSIONS;
    return JSON.stringify({
      publisher: { name: `Publisher ${number % 500}`, url: 'https://example.org' },
      software: { name: `Product ${String(number).padStart(5, '0')}`, short_description: 'What it is for' },
      versions: Array.from({ length: count }, (_, index) => ({
        version: versionOf(number, index),
        released_at: released((count - index) * 5 + (number % 300)),
      })),
      identity: { kind: 'bench', id: String(number) },
    });
  }).join('\n');
}

/** A third of the products have major steps, a third minor ones. */
const versionOf = (number: number, index: number) =>
  [index + 1, 0, 0].map((_, place) => (place === number % 3 ? index + 1 : 1)).join('.');

async function trackAll(url: string, token: string): Promise<void> {
  const waiting: { id: string; number: number }[] = [];
  for (let page = 1; ; page++) {
    const found = await ask<{ id: string; name: string }[]>(
      url,
      token,
      'GET',
      `/software?sort=name&per_page=200&page=${page}`,
    );
    waiting.push(...found.map(({ id, name }) => ({ id, number: Number(name.split(' ').at(-1)) })));
    if (found.length < 200) break;
  }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const version = versionOf(next.number, next.number % 2 === 0 ? 0 : VERSIONS - 1);
      await ask(url, token, 'POST', '/favorite', { software: next.id, version });
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

async function ask<T>(url: string, token: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

/** Runs the built command line. @returns the last line that it writes */
async function cli(args: string[], env: Record<string, string>, input = ''): Promise<string> {
  const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'cli.js'), ...args], {
    env: { ...own, ...environment(''), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: ROOT,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`);
  return output.trim().split('\n').at(-1)!;
}
