import type { MarkdownIt } from 'markdown-it';

/**
 * Tags that people put into Markdown to shape it. They are left out, since the text reads well without them; any other tag is shown as it is
 * written, for `Vec<String>` is no HTML.
 */
const SHAPING =
  /<(\/?)(a|abbr|b|big|br|center|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|picture|s|samp|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)(?=[\s/>])(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>`]+))?)*\s*\/?>/iy;
const COMMENT = '<!--';
const COMMENT_END = '-->';
const MAX_TAG_LENGTH = 1000;
const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const BREAKING = new Set([
  'br',
  'p',
  'div',
  'li',
  'tr',
  'summary',
  'details',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** Teaches the parser to leave out shaping tags and comments. */
export function dropTags(markdown: MarkdownIt): void {
  markdown.block.ruler.before(
    'paragraph',
    'note_comment',
    (state, startLine, endLine, silent) => {
      const start = state.bMarks[startLine]! + state.tShift[startLine]!;
      if (state.sCount[startLine]! - state.blkIndent >= 4 || !state.src.startsWith(COMMENT, start)) return false;
      const { end, isAlone } = commentAt(state, start);
      const last = lineOf(end, state, startLine, endLine);
      // What stands behind the comment is text, which the inline rule reads.
      if (last >= endLine || !isAlone) return false;
      if (!silent) state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  markdown.inline.ruler.before('autolink', 'note_tag', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    if (state.src.startsWith(COMMENT, state.pos)) {
      const { end } = commentAt(state, state.pos);
      if (end > state.posMax) return false;
      state.pos = end;
      return true;
    }
    const tag = state.src.slice(state.pos, Math.min(state.posMax, state.pos + MAX_TAG_LENGTH));
    SHAPING.lastIndex = 0;
    const match = SHAPING.exec(tag);
    if (!match) return false;
    if (!silent) {
      const name = match[2]!.toLowerCase();
      const alt = name === 'img' ? ALT.exec(match[0]) : null;
      if (BREAKING.has(name)) state.push('hardbreak', 'br', 0);
      if (alt) state.push('text', '', 0).content = alt[1] ?? alt[2] ?? '';
    }
    state.pos += match[0].length;
    return true;
  });
}

interface Comment {
  /** Where the search for its end began. */
  from: number;
  /** Behind its end; infinite if it has none. */
  end: number;
  /** Nothing but white space follows in the line. */
  isAlone: boolean;
}

const found = new WeakMap<object, Comment>();

/** The comment that begins at `start`. A text of thousands of openings is not searched to its end for each. */
function commentAt(state: { src: string }, start: number): Comment {
  const from = start + COMMENT.length;
  const known = found.get(state);
  if (known && known.from <= from && from + COMMENT_END.length <= known.end) return known;
  const at = state.src.indexOf(COMMENT_END, from);
  const end = at < 0 ? Infinity : at + COMMENT_END.length;
  const comment = { from, end, isAlone: at >= 0 && isLineEnd(state.src, end) };
  found.set(state, comment);
  return comment;
}

/** The line that reaches to `end`, by halving; `endLine` if none before it does. */
function lineOf(end: number, { eMarks }: { eMarks: number[] }, startLine: number, endLine: number): number {
  let [low, high] = [startLine, endLine];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (eMarks[middle]! < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

const LINE_END = /[^\S\n]*(?:\n|$)/y;

function isLineEnd(text: string, at: number): boolean {
  LINE_END.lastIndex = at;
  return LINE_END.test(text);
}
