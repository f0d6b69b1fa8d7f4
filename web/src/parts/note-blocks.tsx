import { Fragment, type ReactNode } from 'react';
import type { NoteBlock, NoteInline } from '../api/changes';
import classes from './note-blocks.module.css';
import { Anchor, Table } from './ui';

/** Quotes in lists in quotes: beyond this they are left out. The service allows less. */
const DEEPEST = 24;

const keyed = <T,>(all: readonly T[], element: (one: T) => ReactNode) =>
  // A text does not change its order, so a place in it is a name.
  all.map((one, index) => <Fragment key={index}>{element(one)}</Fragment>);

/** Release notes as elements of the page: whatever they say is text, and only links to http(s) can be pressed. */
export const NoteBlocks = ({ blocks, depth = 0 }: { blocks: readonly NoteBlock[]; depth?: number }) =>
  depth > DEEPEST ? null : <>{keyed(blocks, (block) => blockOf(block, depth + 1))}</>;

function blockOf(block: NoteBlock, depth: number): ReactNode {
  switch (block.type) {
    case 'heading':
      // The screen's own headings go down to the third level.
      return (
        <h4 className={classes.heading} dir="auto">
          <Inlines inlines={block.children} />
        </h4>
      );
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines inlines={block.children} />
        </p>
      );
    case 'list': {
      const items = keyed(block.items, (item) => (
        <li>
          <NoteBlocks blocks={item} depth={depth} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'code':
      return (
        <pre className={classes.code} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote className={classes.quote}>
          <NoteBlocks blocks={block.children} depth={depth} />
        </blockquote>
      );
    case 'rule':
      return <hr />;
    case 'table': {
      const row = (cells: readonly NoteInline[][], Cell: 'th' | 'td') => (
        <tr>
          {keyed(cells, (cell) => (
            <Cell scope={Cell === 'th' ? 'col' : undefined}>
              <Inlines inlines={cell} />
            </Cell>
          ))}
        </tr>
      );
      return (
        <div className={classes.table} tabIndex={0}>
          <Table>
            <thead>{row(block.header, 'th')}</thead>
            <tbody>{keyed(block.rows, (cells) => row(cells, 'td'))}</tbody>
          </Table>
        </div>
      );
    }
    default:
      return null;
  }
}

const Inlines = ({ inlines, depth = 0 }: { inlines: readonly NoteInline[]; depth?: number }) =>
  depth > DEEPEST ? null : <>{keyed(inlines, (one) => inlineOf(one, depth + 1))}</>;

function inlineOf(inline: NoteInline, depth: number): ReactNode {
  if (typeof inline === 'string') return inline;
  switch (inline.type) {
    case 'break':
      return <br />;
    case 'code':
      return <code className={classes.word}>{inline.text}</code>;
    case 'link': {
      const text = <Inlines inlines={inline.children} depth={depth} />;
      if (!/^https?:\/\//i.test(inline.url)) return text;
      return (
        <Anchor href={inline.url} target="_blank" rel="noreferrer noopener" underline="always">
          {text}
        </Anchor>
      );
    }
    case 'strong':
    case 'em':
    case 'del': {
      const Mark = inline.type;
      return (
        <Mark>
          <Inlines inlines={inline.children} depth={depth} />
        </Mark>
      );
    }
    default:
      return null;
  }
}

/** About how long blocks are, in characters. */
const lengthOf = (blocks: readonly NoteBlock[]) => JSON.stringify(blocks).length;

/**
 * The beginning of long notes: whole blocks, or of a list its first items.
 * @returns null when it is not worth folding
 */
export function beginningOf(blocks: readonly NoteBlock[], most: number): NoteBlock[] | null {
  if (lengthOf(blocks) <= most * 1.5) return null;
  const beginning: NoteBlock[] = [];
  let length = 0;
  for (const block of blocks) {
    const own = lengthOf([block]);
    if (length + own <= most) {
      beginning.push(block);
      length += own;
      continue;
    }
    if (block.type === 'list') {
      let used = length;
      const items = block.items.filter((item, index) => {
        used += lengthOf(item);
        return used <= most || (index === 0 && beginning.length === 0);
      });
      if (items.length > 0) beginning.push({ ...block, items });
    }
    break;
  }
  // What begins with something large is not shown at all before somebody asks for it.
  return beginning;
}
