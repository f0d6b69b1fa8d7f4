// Runs the tests that must notice a mutant.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { roomsFor } from './test-rooms.mjs';

/** Long files, and what measures time: a busy machine would seem to notice every mutant. */
const NOT_ASKED = /(long|web)-spec\.ts$|\/slow-patterns\.spec\.ts$/;

let running;

/** Their paths, with that of the folder. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path.split(sep).join('/')}`);

/** Ends what runs, and what its tests have started. */
export function endTests() {
  try {
    if (running) process.kill(-running.pid, 'SIGKILL');
  } catch {
    // There is nobody left.
  }
}

/**
 * Runs tests of the current folder, in one process at a time, until the first fails. Those that need no application first; each kind loads the program once.
 * @param {string[]} noticing beginnings of paths
 */
export async function runTests(noticing, limitMs = Infinity) {
  const all = ['test', 'packages']
    .flatMap(filesIn)
    .filter((path) => noticing.some((start) => path.startsWith(start)) && /[.-]spec\.ts$/.test(path))
    .filter((path) => !NOT_ASKED.test(path));
  const kinds = [all.filter((path) => path.endsWith('.spec.ts')), all.filter((path) => path.endsWith('-spec.ts'))];
  let result = { code: 0, output: '' };
  const began = performance.now();
  for (const files of kinds) {
    if (files.length === 0 || result.code !== 0) continue;
    result = await jest(roomsFor(files, files.length), limitMs - (performance.now() - began));
  }
  return { ...result, ms: performance.now() - began };
}

/** @returns the exit code, null when it took too long */
function jest(files, limitMs) {
  const options = ['--runInBand', '--bail', '--testEnvironment', resolve('scripts', 'lib', 'first-failure.mjs')];
  const args = [join('node_modules', 'jest', 'bin', 'jest.js'), ...options, '--runTestsByPath', ...files];
  // What a test leaves when its process ends goes with the copy.
  const env = { ...process.env, TMPDIR: resolve('tmp') };
  // Of a group of its own: what a test has started ends with it.
  running = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const timer = limitMs === Infinity ? undefined : setTimeout(endTests, limitMs);
  let output = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((done) =>
    running.on('exit', (code) => {
      clearTimeout(timer);
      endTests();
      done({ code, output });
    }),
  );
}
