import { type Inline, type NoteBlock, plainText } from './note-block';

/** Items of one text. */
const AT_MOST = 1000;
const MAX_LABEL = 120;
const SIGN = /^[^\p{L}\p{N}]*(?:⚠|💥)/u;
/** “Breaking changes”, “API: breaking”; not “non-breaking” and not “no breaking changes”. */
const IN_HEADING =
  /(?=[bi])(?<!\b(?:no|not|non|without)[\s-]+(?:known\s+)?)(?<![\p{L}\p{N}-])(?:breaking\b|(?:backwards?[\s-]+)?incompatible\s+(?:api\s+)?changes?\b)|破壊的変更|互換性のない/iu;
/** “**Breaking:** …”, “[BREAKING] …”, “Breaking change – …”; not “Breaking of long lines is faster”. */
const AT_START =
  /^[^\p{L}\p{N}]*(?:breaking(?:\s+(?:api\s+)?changes?\b|\s*[:\])}.!–—]|\s+-|$)|(?:backwards?[\s-]+)?incompatible\s+changes?\b)/iu;
/** The mark of Conventional Commits. */
const COMMIT = /^[^\p{L}\p{N}]*[a-z]{2,20}(?:\([^()]{1,80}\))?!:/iu;

/**
 * Finds breaking changes: the items below a heading that says so, and items and paragraphs that begin with it. The word in running text
 * does not count.
 */
export function breakingItems(blocks: NoteBlock[]): Inline[][] {
  const found: Inline[][] = [];
  collect(blocks, false, found);
  return found.slice(0, AT_MOST);
}

function collect(blocks: NoteBlock[], allBreak: boolean, found: Inline[][]): void {
  /** The level of the heading that makes what follows breaking. */
  let heading = Infinity;
  let isLabelled = false;
  for (const block of blocks) {
    if (block.type === 'heading') {
      isLabelled = false;
      if (block.level <= heading) heading = saysInHeading(plainText(block.children)) ? block.level : Infinity;
    } else if (block.type === 'paragraph') {
      isLabelled = isLabel(block.children);
      const isBreaking = allBreak || heading < Infinity || saysAtStart(plainText(block.children));
      if (isBreaking && !isLabelled) found.push(block.children);
    } else if (block.type === 'list') {
      for (const item of block.items) collectItem(item, allBreak || isLabelled || heading < Infinity, found);
      isLabelled = false;
    } else if (block.type === 'quote') collect(block.children, allBreak || heading < Infinity, found);
  }
}

/** All blocks of a breaking item belong to it. */
function collectItem([first, ...others]: NoteBlock[], isBreaking: boolean, found: Inline[][]): void {
  if (first?.type !== 'paragraph') return collect(first ? [first, ...others] : [], isBreaking, found);
  const isAbove = isLabel(first.children) && others.some(({ type }) => type === 'list');
  if (isAbove) collect(others, true, found);
  else if (isBreaking || saysAtStart(plainText(first.children))) found.push(first.children);
  else collect(others, false, found);
}

const saysAtStart = (text: string) => SIGN.test(text) || AT_START.test(text) || COMMIT.test(text);
const saysInHeading = (text: string) => SIGN.test(text) || IN_HEADING.test(text.slice(0, MAX_LABEL));

/** A line that stands above a list as a heading would: bold, in capitals or with a colon at its end. */
function isLabel(children: Inline[]): boolean {
  const text = plainText(children);
  if (text.length > MAX_LABEL || !saysInHeading(text)) return false;
  const isBold = children.length === 1 && typeof children[0] === 'object' && children[0].type === 'strong';
  const isWhole =
    /^[^\p{L}\p{N}]*(?:breaking|(?:backwards?[\s-]+)?incompatible)(?:\s+(?:api\s+)?changes?)?[^\p{L}\p{N}]*$/iu;
  return isBold || text.endsWith(':') || text === text.toUpperCase() || isWhole.test(text);
}
