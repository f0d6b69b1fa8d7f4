/** Release notes as data. Writers can only write what this can hold: no images, no HTML and no addresses but http(s). */
export type NoteBlock =
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; ordered: boolean; start?: number; items: NoteBlock[][] }
  | { type: 'code'; text: string; language?: string }
  | { type: 'quote'; children: NoteBlock[] }
  | { type: 'rule' }
  | { type: 'table'; header: Inline[][]; rows: Inline[][][] };

export type Inline =
  | string
  | { type: Mark; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; url: string; children: Inline[] }
  | { type: 'break' };

export type Mark = 'strong' | 'em' | 'del';

/** Formats of incoming notes. */
export const NOTE_FORMATS = ['markdown', 'html', 'text', 'rst'] as const;
export type NoteFormat = (typeof NOTE_FORMATS)[number];

/** Formats of outgoing notes. */
export type NoteOutput = 'markdown' | 'html' | 'text';

/** Formats of the API. `blocks` is a tree of JSON. */
export const NOTE_FORMS = ['markdown', 'text', 'html', 'blocks'] as const;
export type NoteForm = (typeof NOTE_FORMS)[number];

/** The words of inlines without marks and links; a break is a space. */
export function plainText(children: Inline[]): string {
  return children
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if (inline.type === 'break') return ' ';
      return inline.type === 'code' ? inline.text : plainText(inline.children);
    })
    .join('');
}
