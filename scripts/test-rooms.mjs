// Runs the test files of a folder as one. Jest loads every module anew for each test file and has no switch for that: loading the whole
// program was half of the time of all tests. A file that is named runs alone, as it is.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const FOLDER = join('test', 'rooms');
/** A large folder has several rooms, so that the workers end at about the same time. */
const MOST_FILES = 12;

/**
 * @param {string[]} files paths of test files
 * @returns {string[]} paths of files that read these, each in a `describe` of its own: its hooks are for its own tests only
 */
export function writeRooms(files) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const folders = new Map();
  for (const file of [...files].sort()) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  return [...folders].flatMap(([folder, all]) => {
    const rooms = Math.ceil(all.length / MOST_FILES);
    return Array.from({ length: rooms }, (_, room) =>
      writeRoom(
        `${basename(folder)}-${room + 1}`,
        all.filter((_, index) => index % rooms === room),
      ),
    );
  });
}

function writeRoom(name, files) {
  const room = join(FOLDER, `${name}.spec.ts`);
  const parts = files.map((file) => {
    const path = relative(FOLDER, file).replaceAll('\\', '/').replace(/\.ts$/, '');
    return `describe('${path.replace('../', '')}', () => void require('${path}'));\n`;
  });
  writeFileSync(room, parts.join(''));
  return room;
}
