import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** A block of code of a page, as somebody pastes it. */
export interface Block {
  language: string;
  /** Of its first line, from 1. */
  line: number;
  code: string;
  /** Why it cannot run where docs are tested, from `<!-- not run: … -->` before it. */
  notRun: string | null;
  /** The statuses from 400 that the service is asked for, from `<!-- answered with: 404, 409 -->` before it. */
  refusals: number[];
}

const FENCE = /^( *)```(\w*)[^\n]*\n([^]*?)^ *```$/gm;
/** The comment in the last line before a block that has something in it. */
const REMARK = /<!-- (not run|answered with): *((?:(?!-->)[^])*?) *-->\s*$/;

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(FENCE)].map((found) => {
    const [, indent, language, code] = found as unknown as [string, string, string, string];
    const [, kind, said] = REMARK.exec(text.slice(0, found.index)) ?? [];
    return {
      language,
      line: text.slice(0, found.index).split('\n').length + 1,
      code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
      notRun: kind === 'not run' ? said! : null,
      refusals: kind === 'answered with' ? said!.split(',').map(Number) : [],
    };
  });
}

/** What a block says that it prints: its lines that are a comment with a value of JSON, such as `# ["nginx",true]`. */
export const printedBy = ({ code }: Block): string[] =>
  [...code.matchAll(/^# ((?:\[|\{|"|\d|null$|true$|false$).*)$/gm)].map(([, line]) => line!);
