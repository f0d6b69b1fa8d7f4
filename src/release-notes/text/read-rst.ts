import { isAdornment } from './changelog-headings';
import type { NoteBlock } from './note-block';
import { NoteBuilder } from './note-builder';
import { addRstInlines, type RstNames, rstName } from './rst-inlines';

/** Deeper levels are read as text. */
const MAX_DEPTH = 20;
const BULLET = /^[-*+•‣⁃](?: +|$)/;
const NUMBER = /^\(?(\d{1,5}|#)[.)](?: +|$)/;
const FIELD = /^:([^:\s`][^:`]{0,80}):(?:\s|$)/;
const DIRECTIVE = /^\.\. +(?:\|[^|]{1,80}\| +)?([A-Za-z][\w:+.-]{0,60}?)::(?:\s|$)/;
const CODE = /^(?:code-block|code|sourcecode|parsed-literal|prompt|doctest|testcode)$/;
const ADMONITION = /^(?:attention|caution|danger|error|hint|important|note|tip|warning|seealso)$/;
const SINCE: Record<string, string | undefined> = {
  versionadded: 'Added in',
  versionchanged: 'Changed in',
  deprecated: 'Deprecated since',
  versionremoved: 'Removed in',
};
/** Directives that notes cannot hold, or that show nothing. */
const DROPPED =
  /^(?:raw|image|figure|math|contents|toctree|include|literalinclude|replace|unicode|date|meta|index|highlight|role|default-role|csv-table|list-table|graphviz|program|module|currentmodule|py:module|py:currentmodule)$/;

/** The blocks of a text in reStructuredText. Unsupported mark-up stays as text. */
export function readRst(text: string): NoteBlock[] {
  const lines = text.split(/\r\n?|[\n\u2028\u2029\u0085]/).map((line) => line.replaceAll('\t', '        ').trimEnd());
  return new RstReader(namesOf(lines)).read(lines);
}

/** Targets and substitutions, which may stand behind what refers to them. */
function namesOf(lines: readonly string[]): RstNames {
  const names: RstNames = { targets: new Map(), substitutions: new Map() };
  for (const line of lines) {
    const target = /^ *\.\. +_(?:`([^`]{1,200})`|([^:`]{1,200})): +(\S+)$/.exec(line);
    if (target) names.targets.set(rstName(target[1] ?? target[2]!), target[3]!);
    const replace = /^ *\.\. +\|([^|]{1,80})\| +replace:: +(\S.*)$/.exec(line);
    if (replace) names.substitutions.set(replace[1]!, replace[2]!.slice(0, 200));
  }
  return names;
}

class RstReader {
  private readonly builder = new NoteBuilder();
  /** Levels of headings are in the order in which their forms come. */
  private readonly forms: string[] = [];
  private lines: readonly string[] = [];
  private at = 0;
  private depth = 0;

  constructor(private readonly names: RstNames) {}

  read(lines: readonly string[]): NoteBlock[] {
    this.blocks(lines);
    return this.builder.finish();
  }

  private blocks(lines: readonly string[]): void {
    const outer = { lines: this.lines, at: this.at };
    this.lines = lines;
    this.at = 0;
    this.depth++;
    if (this.depth > MAX_DEPTH) this.paragraph(lines.filter((line) => line !== ''));
    else while (this.at < lines.length) this.block();
    this.depth--;
    ({ lines: this.lines, at: this.at } = outer);
  }

  private block(): void {
    const line = this.lines[this.at]!;
    if (line === '') this.at++;
    else if (line.startsWith(' ')) this.quote();
    else if (line === '..' || line.startsWith('.. ')) this.explicit(line);
    else if (line === '::') {
      this.at++;
      this.literal();
    } else if (this.title()) return;
    else if (/^(?:=+(?: +=+)+|\+[-=+]{3,})$/.test(line)) this.drawnTable();
    else if (BULLET.test(line)) this.list(false, BULLET);
    else if (NUMBER.test(line)) this.list(true, NUMBER);
    else if (FIELD.test(line)) this.field();
    else if (line.startsWith('>>> ')) this.builder.codeBlock(this.upToEmpty().join('\n'), 'python');
    else if (line.startsWith('| ')) this.lineBlock();
    else this.text();
  }

  /** A title with a line below, or above and below; a line alone is a rule. */
  private title(): boolean {
    const [line, second = '', third = ''] = this.lines.slice(this.at, this.at + 3) as [string, string?, string?];
    if (isAdornment(line)) {
      if (second !== '' && isAdornment(third) && third[0] === line[0]) this.heading(second, `${line[0]}^`, 3);
      else if (line.length >= 4) {
        this.builder.rule();
        this.at++;
      } else return false;
      return true;
    }
    if (!isAdornment(second) || second.length < Math.min(3, line.length)) return false;
    this.heading(line, second[0]!, 2);
    return true;
  }

  private heading(title: string, form: string, lines: number): void {
    if (!this.forms.includes(form)) this.forms.push(form);
    this.builder.startHeading(this.forms.indexOf(form) + 1);
    this.inlines(title.trim());
    this.builder.endText();
    this.at += lines;
  }

  private list(ordered: boolean, marker: RegExp): void {
    const start = NUMBER.exec(this.lines[this.at]!)?.[1];
    this.builder.openList(ordered, ordered && start !== '#' ? Number(start) : null);
    for (let found = marker.exec(this.lines[this.at]!); found; found = marker.exec(this.lines[this.at] ?? '')) {
      const first = this.lines[this.at]!.slice(found[0].length);
      this.at++;
      this.builder.openItem();
      this.blocks([first, ...this.indented(found[0].length)]);
      this.builder.close('item');
    }
    this.builder.close('list');
  }

  private explicit(line: string): void {
    this.at++;
    const directive = DIRECTIVE.exec(line);
    const body = this.indented();
    // A target is known by now; what is neither is a comment.
    if (!directive) return;
    const name = directive[1]!.toLowerCase();
    const argument = line.slice(directive[0].length).trim();
    if (DROPPED.test(name)) return this.alternative(body);
    const start = body.findIndex((one) => !/^:[\w-]{1,40}:/.test(one));
    const content = start < 0 ? [] : body.slice(start);
    if (CODE.test(name)) return this.builder.codeBlock(content.join('\n'), argument || undefined);
    const since = SINCE[name];
    if (since) return this.blocks([`${since} ${argument}`.trim(), ...content]);
    if (!ADMONITION.test(name)) return this.blocks([argument, ...(argument ? [''] : []), ...content]);
    this.builder.openQuote();
    this.strong(`${name[0]!.toUpperCase()}${name.slice(1)}`);
    this.builder.endText();
    this.blocks([argument, ...content]);
    this.builder.close('quote');
  }

  /** An image is its alternative text. */
  private alternative(body: readonly string[]): void {
    const text = body.find((line) => line.startsWith(':alt:'))?.slice(5);
    if (text) this.paragraph([text.trim()]);
  }

  private field(): void {
    const line = this.lines[this.at++]!;
    const [all, name] = FIELD.exec(line)!;
    this.strong(`${name}:`);
    this.builder.text(' ');
    this.blocks([line.slice(all.length), ...this.indented()]);
    this.builder.endText();
  }

  private quote(): void {
    const body = this.indented();
    this.builder.openQuote();
    this.blocks(body);
    this.builder.close('quote');
  }

  private literal(): void {
    this.builder.codeBlock(this.indented().join('\n'));
  }

  private drawnTable(): void {
    this.builder.codeBlock(this.upToEmpty().join('\n'));
  }

  private lineBlock(): void {
    for (const line of this.upToEmpty()) {
      this.inlines(line.replace(/^\|? */, ''));
      this.builder.break();
    }
    this.builder.endText();
  }

  private text(): void {
    const words = [this.lines[this.at++]!];
    // A term stands above its indented definition.
    while (this.at < this.lines.length && !/^(?: |$)/.test(this.lines[this.at]!)) words.push(this.lines[this.at++]!);
    const last = words.at(-1)!;
    const isLiteral = last.endsWith('::');
    if (isLiteral) words[words.length - 1] = last.endsWith(' ::') ? last.slice(0, -3) : last.slice(0, -1);
    this.paragraph(words);
    if (isLiteral) this.literal();
  }

  private paragraph(lines: readonly string[]): void {
    this.inlines(lines.join(' '));
    this.builder.endText();
  }

  private strong(text: string): void {
    this.builder.openMark('strong');
    this.builder.text(text);
    this.builder.closeMark('strong');
  }

  private inlines(text: string): void {
    addRstInlines(this.builder, text, this.names);
  }

  /** The indented lines from here, without what they are all indented by, or without `most` of it. */
  private indented(most = Infinity): string[] {
    const from = this.at;
    let indent = most;
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at]!;
      if (line === '') continue;
      const width = line.length - line.trimStart().length;
      if (width === 0) break;
      indent = Math.min(indent, width);
    }
    return this.lines.slice(from, this.at).map((line) => line.slice(indent));
  }

  private upToEmpty(): string[] {
    const from = this.at;
    while (this.at < this.lines.length && this.lines[this.at] !== '') this.at++;
    return this.lines.slice(from, this.at);
  }
}
