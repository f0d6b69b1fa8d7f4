import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { eventually } from '../setup/eventually';
import { killAll, logLines, serve, start } from '../setup/process';

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

// A disk of its own takes root.
(mayMount ? describe : describe.skip)('the embedded database on a small disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'tracker-disk-'));
  const filler = join(disk, 'filler');
  const env = { DATA_DIR: disk, PORT: '0', SEED_CATALOGUE: 'false', DEMO: 'false', LOG_LEVEL: 'info', WEB: 'false' };

  beforeAll(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]));

  afterAll(async () => {
    await killAll();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  function fill(): void {
    const file = openSync(filler, 'w');
    const fillBy = (bytes: number) => {
      try {
        for (;;) writeSync(file, Buffer.alloc(bytes));
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
    };
    fillBy(65_536);
    fillBy(1);
    closeSync(file);
  }

  it('is not ready while it is full, and ready when there is space again', async () => {
    const server = await serve(env);
    const { stdout } = await start('cli', ['token', 'create', '--user', 'ada'], env).finished;
    const http = supertest(server.url);
    const write = () =>
      http
        .post('/api/v1/token')
        .set('Authorization', `Bearer ${stdout.trim()}`)
        .send({ name: 'x', scopes: ['read'] });
    const ready = async () => (await http.get('/health/ready')).status;
    expect(await ready()).toBe(200);
    expect((await write()).status).toBe(201);
    fill();
    // Nobody writes: it finds out by itself.
    await eventually(async () => (await ready()) === 503);
    const { body } = await http.get('/health/ready').expect(503).expect('Retry-After', '5');
    expect(body.detail).toBe('the database cannot be written: its disk is full, or it is read-only');
    await http.get('/health/live').expect(200);
    for (let times = 0; times < 10; times++) {
      expect(await ready()).toBe(503);
      expect((await write()).status).toBe(503);
    }
    rmSync(filler);
    await eventually(async () => (await ready()) === 200);
    expect((await write()).status).toBe(201);
    await eventually(() => server.output.stdout.includes('the database can be written again'));
    await server.stop();
    const said = logLines(server.output.stdout).filter(
      ({ level, msg }) => Number(level) > 30 || /written/.test(String(msg)),
    );
    expect(said).toMatchObject([
      { level: 50, msg: 'the database cannot be written', reason: expect.stringContaining('full') },
      { level: 30, msg: 'the database can be written again', seconds: expect.any(Number) },
    ]);
  });

  it('names the file when it cannot start on a disk that is read-only', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const { code, stderr } = await start('main', [], env).finished;
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`The database file ${join(disk, 'tracker.sqlite')} cannot be written (`),
    });
  });
});
