import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RECEIVER_PORT, SECRET_KEY } from '../seed/facts';

/** The root of the project; this file runs from var/bench/bench/lib. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

type Environment = Record<string, string>;

/** A process that serves HTTP. */
export interface Program {
  name: string;
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** What a replica needs; nothing else of our environment reaches it. */
export const environment = (databaseUrl: string): Environment => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  MIGRATE: 'false',
  SEED_CATALOGUE: 'false',
  DEMO: 'false',
  SOURCES: 'off',
  WORKER: 'false',
  OUTBOUND_ALLOW: '127.0.0.0/8',
  // Counted and shared as ever, and never reached.
  RATE_LIMIT: '1000000/1m',
});

function launch(file: string, args: string[], env: Environment, nodeOptions: string[] = []): ChildProcess {
  const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], { env: { ...own, ...env }, cwd: ROOT, stdio });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** The service logs a line with `msg` ready, the others say `Ready at <url>` on a line of its own. */
async function serve(name: string, child: ChildProcess): Promise<Program> {
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const ready = /^(?:Ready at (\S+)|.*"url":"([^"]+)","msg":"ready")/m.exec(output);
      if (ready) resolve((ready[1] ?? ready[2])!);
    });
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { name, url, pid: child.pid!, stop };
}

/** Those that are started alike are one, until `stopShared`: half of the time of `--check` was starting. Null = each is a process of its own. */
let shared: Map<string, Promise<Program>> | null = null;

export const sharePrograms = (): void => void (shared = new Map());

export async function stopShared(): Promise<void> {
  const programs = [...(shared?.values() ?? [])];
  shared = null;
  for (const program of programs) await (await program).stop();
}

async function startAs(name: string, file: string, env: Environment, nodeOptions: string[]): Promise<Program> {
  const start = () => serve(name, launch(file, [], env, nodeOptions));
  if (!shared) return start();
  const key = JSON.stringify([file, env, nodeOptions]);
  if (!shared.has(key)) shared.set(key, start());
  return { ...(await shared.get(key)!), stop: () => Promise.resolve() };
}

type Start = (databaseUrl: string, more?: Environment, nodeOptions?: string[]) => Promise<Program>;

/** The built program, as it runs in production. */
export const startService: Start = (databaseUrl, more = {}, nodeOptions = []) =>
  startAs('service', join(ROOT, 'dist', 'main.js'), { ...environment(databaseUrl), ...more }, nodeOptions);

export const startLimitServer: Start = (databaseUrl, more = {}, nodeOptions = []) =>
  startAs(
    'limit',
    join(__dirname, '..', 'limit-server', 'main.js'),
    { ...environment(databaseUrl), ...more },
    nodeOptions,
  );

export const startStackServer = (databaseUrl: string): Promise<Program> =>
  serve('stack', launch(join(__dirname, '..', 'stack-server', 'main.js'), [], environment(databaseUrl)));

const helper = (name: string, env: Environment = {}) => serve(name, launch(join(__dirname, `${name}.js`), [], env));

export const startFeedServer = (): Promise<Program> => helper('feed-server');

/** Where the channels of all users lead. @param latency milliseconds until it answers */
export const startReceiver = (latency = 0): Promise<Program> =>
  helper('receiver', { PORT: String(RECEIVER_PORT), LATENCY: String(latency) });

/** A replica that does what it is told to, see `worker.ts`. */
export const startWorker = (databaseUrl: string): Promise<Program> => helper('worker', environment(databaseUrl));

/** Runs the built command line until it ends. */
export async function runCli(args: string[], env: Environment): Promise<void> {
  const child = launch(join(ROOT, 'dist', 'cli.js'), args, env);
  child.stdout!.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

export const migrate = (databaseUrl: string): Promise<void> => runCli(['migrate'], environment(databaseUrl));
