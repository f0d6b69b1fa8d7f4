import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTestDatabase, SERVER_URL } from './database';
import { eventually } from './eventually';
import { assertNoLeaks, emitted, TEST_SECRET_KEY } from './planted';

/** The built program as processes of their own: `npm test` builds it first. */
const ROOT = join(__dirname, '..', '..');
export const BUNDLED = join(ROOT, 'data', 'catalogue.ndjson.gz');

type Environment = Record<string, string>;

export interface Finished {
  /** null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** What it wrote so far. */
  output: { stdout: string; stderr: string };
  finished: Promise<Finished>;
}

/** With their environment. */
const running = new Map<ChildProcess, Environment>();

/** At a terminal, and from the command that is there for it. In a log it would have quotation marks around it. */
const SIGN_IN_LINK = /(?<= |^)http\S+\/sign-in#k=suc_[\w-]{43}(?=\r?$)/gm;

/** For `afterAll`: nothing outlives its test file. */
export const killAll = (): Promise<void> => kill([...running.keys()]);

/** Those that use this database or its folder: other stages of the test file go on. */
const killOf = ({ DATABASE_URL, DATA_DIR }: Environment): Promise<void> =>
  kill(
    [...running].flatMap(([child, env]) =>
      env.DATABASE_URL === DATABASE_URL || env.DATA_DIR === DATA_DIR ? [child] : [],
    ),
  );

async function kill(all: ChildProcess[]): Promise<void> {
  const children = all.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ends = children.map((child) => once(child, 'close'));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(ends);
}

/** Starts `dist/<file>.js` with this environment and nothing else of ours. */
export function start(file: 'cli' | 'main', args: string[], env: Environment, input?: Readable | string): Running {
  const program = join(ROOT, 'dist', `${file}.js`);
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm test, or npm run build`);
  return run(process.execPath, [program, ...args], env, input);
}

/** Runs the command of a library to its end. */
export const runLibrary = (name: string, args: string[], input?: string): Promise<Finished> =>
  run(process.execPath, [join('packages', name, 'bin.js'), ...args], {}, input).finished;

/** Starts a script, which uses what is built. */
export const startScript = (name: string, args: string[], env: Environment, input?: string): Running =>
  run(process.execPath, [join('scripts', name), ...args], env, input);

/** The same on a terminal of its own: what it writes there is `output.stdout`. `child.stdin` is the keyboard. */
export function startOnTerminal(command: string, env: Environment): Running {
  return run('script', ['-qefc', `exec ${command}`, '/dev/null'], env, null);
}

/** @param input null = more may be written to `child.stdin` */
function run(program: string, args: string[], env: Environment, input: Readable | string | null = ''): Running {
  // Nobody outside is asked unless a test wants it.
  const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', SOURCES: 'off' };
  const child = spawn(program, args, { env: { ...own, ...env }, cwd: ROOT });
  running.set(child, env);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // A program that ends before it has read everything is not the test's mistake.
  child.stdin.on('error', () => undefined);
  if (typeof input === 'string') child.stdin.end(input);
  else if (input) pipeline(input, child.stdin).catch(() => undefined);
  const finished = once(child, 'close').then(([code]) => {
    running.delete(child);
    emitted('output', `${output.stdout.replace(SIGN_IN_LINK, '')}\n${output.stderr}`, args.join(' '));
    return { code: code as number | null, ...output };
  });
  return { child, output, finished };
}

/** A database and what the program needs to use it. */
export interface Stage {
  env: Environment;
  cli(args: string[], input?: Readable | string, env?: Environment): Promise<Finished>;
  /** The same, and the JSON object that is the last line of stdout; fails unless it ended well. */
  json<T>(args: string[], input?: Readable | string, env?: Environment): Promise<T>;
  /** Waits until it is ready. */
  serve(env?: Environment): Promise<Server>;
  drop(): Promise<void>;
}

export interface Server extends Running {
  url: string;
  /** Ends it and waits. */
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

/** @param made its database, by default one that is migrated */
export async function createStage(more: Environment = {}, made = createTestDatabase()): Promise<Stage> {
  const database = await made;
  const env: Environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'warn',
    PORT: '0',
    MIGRATE: 'true',
    SEED_CATALOGUE: 'false',
    DEMO: 'false',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    DELIVERIES_PER_HOUR: 'off',
    DELIVERIES_PER_HOST: 'off',
    ...more,
  };
  const cli: Stage['cli'] = (args, input, extra = {}) => start('cli', args, { ...env, ...extra }, input).finished;
  return {
    env,
    cli,
    json: async (args, input, extra) => {
      const { code, stdout, stderr } = await cli(args, input, extra);
      if (code !== 0) throw new Error(`exit ${code}: ${stdout}${stderr}`);
      return JSON.parse(stdout.trim().split('\n').at(-1)!);
    },
    serve: async (extra = {}) => serve({ ...env, ...extra }),
    drop: async () => {
      await killOf(env);
      await database.drop();
      assertNoLeaks();
    },
  };
}

/** What a program logged so far; the last line may not be whole yet. @throws SyntaxError when a line is not JSON */
export function logLines(stdout: string): Record<string, unknown>[] {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Where it listens; undefined until it is ready. */
export const readyUrl = (stdout: string) =>
  logLines(stdout).find(({ msg }) => msg === 'ready')?.url as string | undefined;

/** Starts the server and waits until it says that it is ready. */
export async function serve(env: Environment): Promise<Server> {
  const server = start('main', [], env);
  const { child, output } = server;
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const ready = () => readyUrl(output.stdout);
  await eventually(() => ready() !== undefined || ended(), 150_000);
  const url = ready();
  if (url === undefined) throw new Error(`it ended: ${output.stdout}${output.stderr}`);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return server.finished;
  };
  return { ...server, url, stop };
}

export const onServerDatabase = SERVER_URL !== null;
