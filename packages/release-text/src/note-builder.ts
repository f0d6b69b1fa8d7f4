import { withoutHidden } from 'small-parts';
import type { Inline, Mark, NoteBlock } from './note-block';
import { inlinesOf, noteUrl, type Span } from './spans';

/** Nested lists, items and quotes; deeper ones are shown at this depth. */
const MAX_DEPTH = 20;
/** Of these, so many are known to be open; each end is searched among them. */
const MAX_OPEN = 200;
const MARKS: readonly Mark[] = ['strong', 'em', 'del'];
const MAX_COLUMNS = 40;
const MAX_START = 99_999;

interface Container {
  kind: 'root' | 'quote' | 'list' | 'item';
  /** Where its blocks go. That of a list is where the blocks go that are in no item. */
  blocks: NoteBlock[];
  list?: Extract<NoteBlock, { type: 'list' }>;
}

/** Builds blocks from the events of a reader. Tolerates ends without a beginning, and missing ends. */
export class NoteBuilder {
  private readonly open: Container[] = [{ kind: 'root', blocks: [] }];
  private spans: Span[] = [];
  /** How many of each are open. */
  private readonly marks: Record<Mark, number> = { strong: 0, em: 0, del: 0 };
  private readonly urls: (string | null)[] = [];
  private headingLevel = 0;
  private table: { rows: Inline[][][] } | null = null;
  /** Tables within tables are text. */
  private innerTables = 0;

  text(text: string): void {
    this.addSpan('text', text);
  }

  code(text: string): void {
    this.addSpan('code', text);
  }

  break(): void {
    this.addSpan('break', '');
  }

  openMark(mark: Mark): void {
    this.marks[mark]++;
  }

  closeMark(mark: Mark): void {
    this.marks[mark] = Math.max(0, this.marks[mark] - 1);
  }

  openLink(url: string | null | undefined): void {
    this.urls.push(noteUrl(url));
  }

  closeLink(): void {
    this.urls.pop();
  }

  /** Ends the paragraph or heading, if there is one. */
  endText(): void {
    if (this.table) return this.addSpan('text', ' ');
    const level = this.headingLevel;
    const spans = this.spans;
    this.spans = [];
    this.headingLevel = 0;
    const children = inlinesOf(spans, level > 0 ? 'one line' : 'breaks');
    if (children.length > 0)
      this.add(level > 0 ? { type: 'heading', level, children } : { type: 'paragraph', children });
  }

  /** The text up to `endText` is a heading. */
  startHeading(level: number): void {
    this.endText();
    if (!this.table) this.headingLevel = Math.min(6, Math.max(1, level));
  }

  rule(): void {
    this.endText();
    if (!this.table) this.add({ type: 'rule' });
  }

  codeBlock(source: string, language?: string): void {
    const text = cleanCode(source);
    if (text === '') return this.endText();
    if (this.table) return this.code(text);
    this.endText();
    const known = language && /^[A-Za-z0-9][\w+#.-]{0,31}$/.test(language) ? { language } : {};
    this.add({ type: 'code', text, ...known });
  }

  openQuote(): void {
    this.endText();
    if (!this.table) this.push({ kind: 'quote', blocks: this.isDeep() ? this.blocks() : [] });
  }

  openList(ordered: boolean, start?: number | null): void {
    this.endText();
    if (this.table) return;
    const from = ordered && start && start > 1 && start <= MAX_START ? { start: Math.trunc(start) } : {};
    const blocks = this.blocks();
    this.push({
      kind: 'list',
      blocks,
      ...(this.isDeep() ? {} : { list: { type: 'list', ordered, ...from, items: [] } }),
    });
  }

  openItem(): void {
    this.close('item', 'list');
    if (this.table) return;
    const { kind, list, blocks } = this.open.at(-1)!;
    if (kind !== 'list') this.openList(false);
    const parent = kind === 'list' ? { list, blocks } : this.open.at(-1)!;
    this.push({ kind: 'item', blocks: parent.list ? [] : parent.blocks });
  }

  /** Closes the innermost one of the kind and all that is open within it; nothing if there is none, or none within `inside`. */
  close(kind: 'quote' | 'list' | 'item', inside?: 'list'): void {
    this.endText();
    if (this.table) return;
    const at = this.open.findLastIndex((one) => one.kind === kind);
    if (at < 0 || (inside && this.open.findLastIndex((one) => one.kind === inside) > at)) return;
    while (this.open.length > at) this.closeLast();
  }

  openTable(): void {
    this.endText();
    if (this.table) this.innerTables++;
    else this.table = { rows: [] };
  }

  openRow(): void {
    if (!this.table || this.innerTables > 0) return this.endText();
    this.table.rows.push([]);
    this.spans = [];
  }

  openCell(): void {
    if (this.innerTables > 0) this.endText();
    else this.spans = [];
  }

  closeCell(): void {
    if (!this.table || this.innerTables > 0) return this.endText();
    const row = this.table.rows.at(-1);
    if (row && row.length < MAX_COLUMNS) row.push(inlinesOf(this.spans, 'one line'));
    this.spans = [];
  }

  closeTable(): void {
    if (this.innerTables > 0) {
      this.innerTables--;
      return;
    }
    if (!this.table) return;
    const rows = this.table.rows.filter((row) => row.some((cell) => cell.length > 0));
    this.table = null;
    this.spans = [];
    const columns = Math.max(0, ...rows.map(({ length }) => length));
    const [header, ...others] = rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => [])]);
    if (header) this.add({ type: 'table', header, rows: others });
  }

  finish(): NoteBlock[] {
    this.innerTables = 0;
    if (this.table && this.spans.some(({ text }) => text.trim() !== '')) this.closeCell();
    this.closeTable();
    this.endText();
    while (this.open.length > 1) this.closeLast();
    return this.open[0]!.blocks;
  }

  private addSpan(kind: Span['kind'], text: string): void {
    this.spans.push({ kind, text, marks: MARKS.filter((mark) => this.marks[mark] > 0), url: this.urls.at(-1) ?? null });
  }

  private push(container: Container): void {
    if (this.open.length < MAX_OPEN) this.open.push(container);
  }

  private isDeep(): boolean {
    return this.open.length > MAX_DEPTH;
  }

  private blocks(): NoteBlock[] {
    return this.open.at(-1)!.blocks;
  }

  private add(block: NoteBlock): void {
    append(this.blocks(), block);
  }

  private closeLast(): void {
    this.endText();
    const { kind, blocks, list } = this.open.pop()!;
    const parent = this.open.at(-1)!;
    if (parent.blocks === blocks && !list) return;
    if (kind === 'item' && blocks.length > 0) parent.list?.items.push(blocks);
    if (kind === 'quote' && blocks.length > 0) append(parent.blocks, { type: 'quote', children: blocks });
    if (list && list.items.length > 0) append(parent.blocks, list);
  }
}

/** Two lists of one kind in a row are one list: in Markdown they could not be told apart. */
function append(blocks: NoteBlock[], block: NoteBlock): void {
  const last = blocks.at(-1);
  if (block.type === 'list' && last?.type === 'list' && last.ordered === block.ordered)
    for (const item of block.items) last.items.push(item);
  else blocks.push(block);
}

/** Without control characters but line breaks, without white space at the ends of lines and without empty lines around. */
function cleanCode(source: string): string {
  const lines = withoutHidden(source)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? '' : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1).join('\n');
}
