import { Parser } from 'htmlparser2';

/** Elements that may be open. The parser searches them at each end tag, so that thousands would take seconds. */
const MAX_OPEN = 256;

export interface HtmlHandlers {
  /** @param from where the tag begins */
  open(name: string, attributes: Record<string, string>, from: number): void;
  text(text: string): void;
  /** @param to behind the tag */
  close(name: string, to: number): void;
}

/** Reads HTML of anybody in linear time. Where too many elements are open at once, it forgets them and goes on. */
export function parseHtml(text: string, handlers: HtmlHandlers): void {
  for (let from = 0; from < text.length;) from = parseFrom(text, from, handlers);
}

/** @returns where it stopped */
function parseFrom(text: string, from: number, handlers: HtmlHandlers): number {
  let open = 0;
  let end = text.length;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        handlers.open(name, attributes, from + parser.startIndex);
        if (++open <= MAX_OPEN) return;
        end = from + parser.endIndex + 1;
        parser.pause();
      },
      onclosetag: (name) => {
        open--;
        handlers.close(name, from + parser.endIndex + 1);
      },
      ontext: (data) => handlers.text(data),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: false },
  );
  parser.end(from === 0 ? text : text.slice(from));
  return end;
}
