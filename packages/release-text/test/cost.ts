import {
  breakingItems,
  cutBlocks,
  mentionsSecurity,
  type NoteBlock,
  type NoteFormat,
  readNotes,
  writeNotes,
} from 'release-text';

export const FORMATS: NoteFormat[] = ['markdown', 'html', 'text', 'rst'];

/** Milliseconds that no writer takes at 64 KB on a machine with nothing else to do, and that none may take on one that has. */
const QUIET = 100;
const MOST = 3 * QUIET;

/** What is done with a text that has been read. */
const WORK: Record<string, (blocks: NoteBlock[], text: string) => unknown> = {
  'as Markdown': (blocks) => writeNotes(blocks, 'markdown'),
  'as HTML': (blocks) => writeNotes(blocks, 'html'),
  'as text': (blocks) => writeNotes(blocks, 'text'),
  'as blocks': (blocks) => JSON.stringify(blocks),
  'cut in half': (blocks) => cutBlocks(blocks, 32_768),
  'searched for what breaks': (blocks, text) => [breakingItems(blocks), mentionsSecurity(text)],
};

/** Milliseconds of this process's processor, the best of five where it is much: what else the machine does counts for little. */
function costOf<T>(work: () => T): { ms: number; result: T } {
  let best = Infinity;
  for (let turn = 0; ; turn++) {
    const start = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
    if (turn === 4 || best < QUIET) return { ms: best, result };
  }
}

/** What each step takes with so many bytes of one piece over and over. */
function costs(unit: string, format: NoteFormat, bytes = 65_536): Map<string, number> {
  const text = unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
  const { ms, result: blocks } = costOf(() => readNotes(text, format));
  const steps = Object.entries(WORK).map(([step, work]) => [step, costOf(() => work(blocks, text)).ms] as const);
  return new Map([['read', ms], ...steps]);
}

/** The steps that take too long for 64 KB; of reading, those that take more than twice as long as four times what 16 KB take as well: what was quadratic took over a second. */
export function slowSteps(unit: string, format: NoteFormat): string[] {
  const long = [...costs(unit, format)].filter(([, ms]) => ms > MOST);
  if (long.length === 0) return [];
  const short = costs(unit, format, 16_384);
  return long
    .filter(([step, ms]) => step !== 'read' || ms > 2 * 4 * short.get(step)! || ms > 10 * QUIET)
    .map(([step, ms]) => `${JSON.stringify(unit)} ${step}: ${Math.round(short.get(step)!)}, then ${Math.round(ms)} ms`);
}
