import type { NoteBuilder } from './note-builder';

/** Definitions from other places of the text, by name. */
export interface RstNames {
  /** Addresses as they are written; `NoteBuilder` judges them. */
  targets: Map<string, string>;
  substitutions: Map<string, string>;
}

export const rstName = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

const ROLE = /:([A-Za-z][\w.+:-]{0,40}):(?=`)/y;
const SUBSTITUTION = /\|([^|\s][^|]{0,79})\|_{0,2}/y;
const SUFFIX = /__?(?!\w)/y;
const REFERENCE = /(?<![\w.+-])([A-Za-z0-9][A-Za-z0-9.+-]{0,60})__?(?!\w)/g;
const NUMBERED = /^(?:issue|issues|pr|pull|gh|bug|ticket)$/;
const WORDS = /^(?:ref|doc|term|user|cve|pep|rfc|abbr|title|sub|sup|menuselection|guilabel)$/;
const OPENERS = /[\s'"([{<\-/:–—]/;

/** Finds the ends of one kind of mark-up. Ends do not depend on where it began, so that the whole text is searched once. */
class Ends {
  private found = -1;

  constructor(
    private readonly text: string,
    private readonly pattern: RegExp,
  ) {}

  from(at: number): number {
    if (this.found >= at) return this.found;
    this.pattern.lastIndex = at;
    this.found = this.pattern.exec(this.text)?.index ?? Infinity;
    return this.found;
  }
}

/** Adds the inlines of a paragraph: marks, literals, roles, links and substitutions. */
export function addRstInlines(builder: NoteBuilder, text: string, names: RstNames): void {
  const ends = {
    '``': new Ends(text, /(?<=\S)``(?!\w)/g),
    '`': new Ends(text, /(?<=[^\s`])`(?!`)/g),
    '**': new Ends(text, /(?<=[^\s\\])\*\*(?!\w)/g),
    '*': new Ends(text, /(?<=[^\s\\*])\*(?![\w*])/g),
  };
  const special = /[*`|:\\]/g;
  let from = 0;
  const flush = (to: number) => addText(builder, text.slice(from, to), names.targets);
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const { index } = found;
    let next = index + 1;
    if (found[0] === '\\') {
      special.lastIndex = index + 2;
      continue;
    }
    if (index > 0 && !OPENERS.test(text[index - 1]!)) continue;
    const role = matchAt(ROLE, text, index);
    const replaced = matchAt(SUBSTITUTION, text, index);
    const start = index + (role?.[0].length ?? 0);
    const mark = found[0] === ':' && !role ? null : /^(?:``?|\*\*?)/.exec(text.slice(start, start + 2))?.[0];
    const begin = start + (mark?.length ?? 0);
    const end = mark && /\S/.test(text[begin] ?? ' ') ? ends[mark as keyof typeof ends].from(begin + 1) : Infinity;
    if (replaced) {
      flush(index);
      builder.text(names.substitutions.get(replaced[1]!) ?? replaced[1]!);
      next = index + replaced[0].length;
    } else if (mark && end < Infinity) {
      flush(index);
      const content = text.slice(begin, end);
      next = end + mark.length;
      if (mark === '``') builder.code(content);
      else if (mark === '`') {
        const suffix = role ? null : matchAt(SUFFIX, text, next);
        next += suffix?.[0].length ?? 0;
        addInterpreted(builder, content, role?.[1] ?? null, suffix !== null, names);
      } else addMarked(builder, content, mark === '**' ? 'strong' : 'em');
    } else continue;
    from = next;
    special.lastIndex = next;
  }
  flush(text.length);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function addMarked(builder: NoteBuilder, text: string, mark: 'strong' | 'em'): void {
  builder.openMark(mark);
  builder.text(unescaped(text));
  builder.closeMark(mark);
}

/** Text in backquotes: a link, a role or, as most people mean it, a piece of code. */
function addInterpreted(builder: NoteBuilder, content: string, role: string | null, isLink: boolean, names: RstNames) {
  const at = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  const target = at < 0 ? null : content.slice(at + 1, -1).replace(/\s/g, '');
  const words = unescaped(at > 0 ? content.slice(0, at).trim() : (target ?? content));
  if (isLink) {
    const alias = target?.endsWith('_') ? target.slice(0, -1).replaceAll('`', '') : target === null ? content : null;
    return addLink(builder, words, alias === null ? target! : names.targets.get(rstName(alias)));
  }
  if (role === null) return builder.code(words);
  const name = role.slice(role.lastIndexOf(':') + 1).toLowerCase();
  if (name === 'strong' || name === 'emphasis') return addMarked(builder, words, name === 'strong' ? 'strong' : 'em');
  if (NUMBERED.test(name)) return builder.text(/^\d+$/.test(words) ? `#${words}` : words);
  if (WORDS.test(name)) return builder.text(words);
  builder.code(
    words.startsWith('~') ? words.slice(words.lastIndexOf('.') + 1).replace('~', '') : words.replace(/^!/, ''),
  );
}

function addLink(builder: NoteBuilder, words: string, url: string | undefined): void {
  builder.openLink(url);
  builder.text(words);
  builder.closeLink();
}

function addText(builder: NoteBuilder, text: string, targets: Map<string, string>): void {
  let from = 0;
  if (targets.size > 0)
    for (const match of text.matchAll(REFERENCE)) {
      const url = targets.get(rstName(match[1]!));
      if (!url) continue;
      builder.text(unescaped(text.slice(from, match.index)));
      addLink(builder, match[1]!, url);
      from = match.index + match[0].length;
    }
  builder.text(unescaped(text.slice(from)));
}

/** A backslash takes the meaning of what follows it; with white space it is nothing. */
const unescaped = (text: string) => text.replace(/\\(\s|.|$)/gu, (_, next: string) => (/\s/.test(next) ? '' : next));
