// Runs many test files as one. Jest loads every module anew for each test file and has no switch for that: loading the whole program was half of
// the time of all tests. A file that is named runs alone, as it is.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const FOLDER = join('test', 'rooms');
/** They start the built program and load nothing of it. Alone they are the first that Jest starts, since it sorts by size. */
const ALONE = join('test', 'cli');

/** Before the test files are listed: rooms are none of them. */
export const clearRooms = () => rmSync(FOLDER, { recursive: true, force: true });

/**
 * @param {string[]} files paths of test files
 * @param {number} most files in a room: the fewer, the more evenly the workers are busy, and the more often the program is loaded
 * @returns {string[]} paths of files that read these, each in a `describe` of its own: its hooks are for its own tests only
 */
export function roomsFor(files, most) {
  clearRooms();
  mkdirSync(FOLDER);
  const isAlone = (file) => file.startsWith(ALONE + sep);
  const together = files.filter((file) => !isAlone(file)).sort();
  const rooms = Math.ceil(together.length / most);
  return [
    ...files.filter(isAlone),
    // Neighbours are alike and take as long: each room gets some of every folder.
    ...Array.from({ length: rooms }, (_, room) =>
      writeRoom(
        String(room + 1),
        together.filter((_, index) => index % rooms === room),
      ),
    ),
  ];
}

/**
 * Which files tests are of, with theirs; one that is no room, or failed before its tests, is itself.
 * @param {string} path of a file that Jest ran
 * @param {{ ancestorTitles: string[] }[]} tests of it
 * @returns {{ file: string, tests: object[] }[]}
 */
export function filesOfRoom(path, tests) {
  if (tests.length === 0 || !path.startsWith(FOLDER + sep)) return [{ file: path, tests }];
  const titles = new Set(tests.map(({ ancestorTitles }) => ancestorTitles[0]));
  return [...titles].map((title) => ({
    file: join('test', `${title}.ts`),
    tests: tests.filter(({ ancestorTitles }) => ancestorTitles[0] === title),
  }));
}

function writeRoom(name, files) {
  const room = join(FOLDER, `${name}.spec.ts`);
  const parts = files.map((file) => {
    const path = relative(FOLDER, file).replaceAll('\\', '/').replace(/\.ts$/, '');
    return `describe('${path.replace('../', '')}', () => {
  afterAll(() => jest.restoreAllMocks());
  require('${path}');
});
`;
  });
  writeFileSync(room, parts.join(''));
  return room;
}
