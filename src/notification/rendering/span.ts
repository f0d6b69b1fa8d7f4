/** A part of a line. Its text is plain; callers escape it for their markup. */
export interface Span {
  text: string;
  bold?: boolean;
  url?: string;
}

/** An empty line separates paragraphs. */
export type Line = Span[];
