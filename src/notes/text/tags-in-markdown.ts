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
  // A text of thousands of openings is not searched to its end for each.
  const withoutEnd = new WeakSet<object>();
  markdown.block.ruler.before(
    'paragraph',
    'note_comment',
    (state, startLine, endLine, silent) => {
      const start = state.bMarks[startLine]! + state.tShift[startLine]!;
      if (state.sCount[startLine]! - state.blkIndent >= 4 || !state.src.startsWith(COMMENT, start)) return false;
      const end = state.src.indexOf(COMMENT_END, start + COMMENT.length);
      let last = startLine;
      while (last < endLine && state.eMarks[last]! < end) last++;
      if (end < 0 || last >= endLine) return false;
      // What stands behind the comment is text, which the inline rule reads.
      if (state.src.slice(end + COMMENT_END.length, state.eMarks[last]).trim() !== '') return false;
      if (!silent) state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  markdown.inline.ruler.before('autolink', 'note_tag', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    if (state.src.startsWith(COMMENT, state.pos)) {
      if (withoutEnd.has(state)) return false;
      const end = state.src.indexOf(COMMENT_END, state.pos + COMMENT.length);
      if (end < 0) withoutEnd.add(state);
      if (end < 0 || end >= state.posMax) return false;
      state.pos = end + COMMENT_END.length;
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
