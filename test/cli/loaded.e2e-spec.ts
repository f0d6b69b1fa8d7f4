import { join } from 'node:path';
import { createStage, type Stage } from '../setup/process';

const REPORT = `--require ${JSON.stringify(join(__dirname, '..', 'setup', 'report-packages.cjs'))}`;

let stage: Stage;

beforeAll(async () => {
  stage = await createStage({ WORKER: 'false' });
  await stage.cli(['migrate']);
});

afterAll(() => stage.drop());

async function loadedBy(...args: string[]): Promise<string[]> {
  const { code, stderr } = await stage.cli(args, undefined, { NODE_OPTIONS: REPORT });
  expect(code).toBe(0);
  return /^packages (.*)$/m.exec(stderr)![1]!.split(' ');
}

describe('a command loads what it needs:', () => {
  const SERVING = ['express', '@nestjs/swagger', 'class-validator', 'undici', 'nodemailer', 'helmet', 'jose'];

  it.each([
    ['user list', ['user', 'list']],
    ['token list', ['token', 'list']],
    ['token create', ['token', 'create', '--user', 'ada']],
    ['sign-in', ['sign-in', '--user', 'ada']],
  ])('%s the database, and nothing that serves requests or sends messages', async (_, args) => {
    const loaded = await loadedBy(...args);
    expect(loaded).toEqual(expect.arrayContaining(['typeorm', '@nestjs/typeorm']));
    expect(loaded.filter((name) => SERVING.includes(name))).toEqual([]);
  });

  it('deliver no HTTP client when nothing is to be sent', async () => {
    const loaded = await loadedBy('deliver');
    expect(loaded).toContain('class-validator');
    expect(loaded.filter((name) => ['undici', 'helmet'].includes(name))).toEqual([]);
  });
});

// They are part of the built program: a second one would not know what was registered with the first.
it('the service loads no package twice', async () => {
  const server = await stage.serve({ NODE_OPTIONS: REPORT });
  const { stderr } = await server.stop();
  const own = /^from their own files (.*)$/m.exec(stderr)![1]!.split(' ');
  // Drivers are, and what defines globals.
  expect(own).toContain('reflect-metadata');
  expect(own.filter((name) => /^(@nestjs\/.*|typeorm|rxjs|class-.*|express|pino|undici)$/.test(name))).toEqual([]);
});
