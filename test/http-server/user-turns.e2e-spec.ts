import { EventEmitter } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Response } from 'express';
import supertest from 'supertest';
import { Problem } from '../../src/api/problem/problem';
import { AT_ONCE, UserTurns, WAITING } from '../../src/api/server/user-turns';
import { expectProblem } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';

const responseLike = () => new EventEmitter() as EventEmitter & Response;

describe('the turns of a user', () => {
  it('are given in the order of the requests, and not to those who have left', async () => {
    const turns = new UserTurns();
    const running = Array.from({ length: AT_ONCE }, responseLike);
    for (const response of running) expect(turns.take('ada', response)).toBe(true);
    const begun: number[] = [];
    const waiting = Array.from({ length: WAITING }, responseLike);
    const outcomes = waiting.map(async (response, at) => {
      await turns.take('ada', response);
      begun.push(at);
    });
    expect(() => turns.take('ada', responseLike())).toThrow(Problem);
    expect(turns.take('bob', responseLike())).toBe(true);
    waiting[0]!.emit('close');
    await expect(outcomes[0]).rejects.toThrow('The connection was closed.');
    running[0]!.emit('answered');
    running[0]!.emit('close');
    await outcomes[1];
    expect(begun).toEqual([1]);
    running[1]!.emit('close');
    waiting[1]!.emit('answered');
    await Promise.all([outcomes[2], outcomes[3]]);
    expect(begun).toEqual([1, 2, 3]);
    for (const response of waiting) response.emit('answered');
    for (const response of [...running, ...waiting]) response.emit('close');
    await Promise.all(outcomes.slice(1));
    expect(begun).toHaveLength(WAITING - 1);
    for (let at = 0; at < AT_ONCE; at++) expect(turns.take('ada', responseLike())).toBe(true);
  });
});

describe('one user with many requests', () => {
  let test: TestApp;
  let token: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    test = await startApp();
    const versions = Array.from({ length: 50 }, (_, at) => `1.${at}`);
    await test.import(...Array.from({ length: 20 }, (_, at) => product(`Product ${at}`, versions)));
    token = await test.token('busy', ['read', 'write', 'inventory:write']);
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await test.close();
  });

  it('is refused beyond those at work and those that wait, and keeps nobody else out', async () => {
    const list = () => test.http.get('/api/v1/software?per_page=1').set('Authorization', `Bearer ${token}`);
    // All turns of reading a page are taken, so that no list ends before the last has come.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const readings = Array.from({ length: 20 }, () => test.database.reading(() => held));
    let ended = 0;
    const refusals = 20;
    const all = Array.from({ length: AT_ONCE + WAITING + refusals }, () => list().then((answer) => (ended++, answer)));
    await eventually(async () => expect(ended).toBe(refusals));
    await (await test.as('calm')).get('/api/v1/profile').expect(200);
    release();
    await Promise.all(readings);
    const answers = await Promise.all(all);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(refusals);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE + WAITING);
    expectProblem(refused[0]!, 429, 'too-many-requests');
    expect(refused[0]!.headers['retry-after']).toBe('1');
    await list().expect(200);
  });

  /** An upload that begins and does not go on. */
  const drip = (name: string) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(
      `PUT /api/v1/inventory/${name}/content HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nn`,
    );
    return socket;
  };

  it('keeps nobody from uploading by sending slowly', async () => {
    for (let at = 0; at < 24; at++) drip(`slow-${at}`);
    const upload = (as: string) =>
      supertest(test.url)
        .put('/api/v1/inventory/quick/content')
        .set('Authorization', `Bearer ${as}`)
        .set('Content-Type', 'text/plain')
        .send('nginx 1.0');
    await eventually(async () => expect((await upload(token)).status).toBe(429));
    expectProblem(await upload(token), 429, 'too-many-requests');
    await upload(await test.token('quick', ['inventory:write'])).expect(200);
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(async () => expect((await upload(token)).status).toBe(200));
  });

  it('gives what has ended its turn back, also when a client leaves in the middle', async () => {
    for (let round = 0; round < 20; round++) {
      const request = httpRequest(`${test.url}/api/v1/software?includeVersions&per_page=100`, {
        headers: { authorization: `Bearer ${token}` },
      }).on('error', () => undefined);
      request.end();
      setTimeout(() => request.destroy(), round);
    }
    await eventually(async () => {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE * 2 }, () =>
          test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE * 2).fill(200));
    });
  });
});
