import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { closeAll, closers } from '../providers/peers';
import { type Certificate, newAuthority } from '../../setup/certificates';

const folder = mkdtempSync(join(tmpdir(), 'tracker-ca-'));
const CA_FILE = join(folder, 'ca.pem');
const HERE = [127, 0, 0, 1];

const ours = newAuthority();
const stranger = newAuthority();
const good = ours.issue({ address: HERE, ends: 1 });
writeFileSync(CA_FILE, ours.cert);

afterAll(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function httpsPeer(certificate: Certificate, options: ServerOptions = {}): Promise<string> {
  const server = createServer({ ...certificate, ...options }, (_request, response) => response.end());
  closers.push(() => server.close().closeAllConnections());
  return `https://127.0.0.1:${await listening(server)}/`;
}

/** What the service makes of these addresses in a process that trusts our authority beside the public ones. */
async function outcomesOf(...urls: string[]): Promise<{ status?: number; kind?: string }[]> {
  const env = { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: CA_FILE };
  const client = join(__dirname, '..', '..', 'setup', 'tls-client.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [client, ...urls], { env });
  return JSON.parse(stdout) as { status?: number; kind?: string }[];
}

// Case 28.
test('an authority that the operator adds is trusted, and no certificate with anything wrong is', async () => {
  const peers: [string, Promise<string>][] = [
    ['right', httpsPeer(good)],
    ['expired', httpsPeer(ours.issue({ address: HERE, ends: -1 }))],
    ['for another host', httpsPeer(ours.issue({ address: [127, 0, 0, 2], ends: 1 }))],
    ['of an unknown authority', httpsPeer(stranger.issue({ address: HERE, ends: 1 }))],
    ['TLS 1.1', httpsPeer(good, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })],
  ];
  const outcomes = await outcomesOf(...(await Promise.all(peers.map(([, url]) => url))));
  expect(Object.fromEntries(peers.map(([name], index) => [name, outcomes[index]]))).toEqual({
    right: { status: 200 },
    expired: { kind: 'tls' },
    'for another host': { kind: 'tls' },
    'of an unknown authority': { kind: 'tls' },
    'TLS 1.1': { kind: 'tls' },
  });
});

/** A relay that sends `injected` in clear together with its consent to STARTTLS. */
async function relay(injected: string) {
  const peer = { url: '', clear: [] as string[], encrypted: [] as string[] };
  const speak = (socket: Socket, lines: string[], onLine: (line: string) => string | null) => {
    let rest = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        const found = (rest + chunk.toString('latin1')).split('\r\n');
        rest = found.pop() ?? '';
        for (const line of found) {
          lines.push(line);
          const answer = onLine(line);
          if (answer !== null) socket.write(`${answer}\r\n`);
        }
      });
  };
  const server = createNetServer((socket) => {
    socket.write('220 relay\r\n');
    speak(socket, peer.clear, (line) => {
      if (line.startsWith('EHLO')) return '250-relay\r\n250 STARTTLS';
      socket.removeAllListeners('data').write(`220 go ahead\r\n${injected}`);
      const secure = new TLSSocket(socket, { isServer: true, ...good });
      let body = false;
      speak(secure, peer.encrypted, (said) => {
        if (body && said !== '.') return null;
        body = said === 'DATA';
        return body ? '354 go' : '250 ok';
      });
      return null;
    });
  });
  peer.url = `smtp://127.0.0.1:${await listening(server)}?tls=required`;
  closers.push(() => void server.close());
  return peer;
}

const words = (lines: string[]) =>
  lines.map((line) => line.split(/[ :]/)[0]!).filter((word) => /^[A-Z]{4,8}$/.test(word));

// Case 49.
test('what a relay says in clear behind its consent to TLS is not taken for an answer', async () => {
  const honest = await relay('');
  const attacked = await relay('250-relay\r\n250 AUTH PLAIN LOGIN\r\n');
  const [fine, odd] = await outcomesOf(honest.url, attacked.url);
  expect(fine).toMatchObject({ kind: 'ok' });
  expect(words(honest.encrypted).slice(0, 4)).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA']);
  expect(words(honest.clear)).toEqual(['EHLO', 'STARTTLS']);
  // Nothing was sent in clear, and either it starts anew under TLS or it gives up.
  expect(words(attacked.clear)).toEqual(['EHLO', 'STARTTLS']);
  const started = words(attacked.encrypted);
  if (started.length > 0) expect(started.slice(0, 4)).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA']);
  expect(['ok', 'retry']).toContain(odd!.kind);
  expect(attacked.encrypted.join()).not.toMatch(/AUTH/);
});
