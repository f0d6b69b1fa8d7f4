import { TimeSlice } from 'small-parts';
import { SourceError } from './source-error';

/** UTF-16 units that `JSON.parse` takes a few milliseconds for. */
const SHORT = 65_536;
/** UTF-16 units of one string; release notes have some thousand. */
const MAX_STRING = 4_000_000;
/** Members of one list or object: twice the releases that are read. V8 is slow with objects of more. */
const MAX_MEMBERS = 100_000;
/** Levels of lists and objects. */
const MAX_DEPTH = 1_000;
/** Values that are read between two checks of the clock. */
const STEP = 256;

const BLANK = /[ \t\n\r]*/y;
/** A number, `true`, `false` or `null`, which `JSON.parse` then validates. */
const PLAIN = /[-+.\w]+/y;

type List = unknown[];
type Members = Record<string, unknown>;

/** A list or an object that is not closed yet. */
interface Open {
  value: List | Members;
  /** Of the member whose value comes next. */
  name: string;
  members: number;
}

/**
 * The same as `JSON.parse`, but a long text is read in steps, so that it does not block the event loop: `JSON.parse` takes more than
 * a second for the longest response.
 * @param maxParts lists, objects and their members
 * @throws SourceError when it is not JSON, or too large
 */
export async function parseJson(text: string, maxParts: number): Promise<unknown> {
  if (text.length <= SHORT) return parsed(text);
  const reader = new JsonReader(text, maxParts);
  const slice = new TimeSlice();
  while (!reader.step()) if (slice.isOver) await slice.next();
  return reader.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson();
  }
}

const notJson = () => new SourceError('The response is not JSON', null, 'format');
const tooLarge = (message: string) => new SourceError(`The response ${message}`, null, 'size');

/**
 * Reads value after value, with a stack of its own, as recursion could overflow that of the process.
 * Written here, as @streamparser/json 0.0.26 drops U+FEFF (`"a\ufeffb"` becomes `"ab"`) and makes U+FFFD of lone surrogates.
 */
class JsonReader {
  value: unknown;
  private at = 0;
  private parts = 0;
  private readonly open: Open[] = [];
  private isDone = false;

  constructor(
    private readonly text: string,
    private readonly maxParts: number,
  ) {
    this.skipBlank();
  }

  /** @returns whether the document is read to its end */
  step(): boolean {
    for (let count = 0; count < STEP && !this.isDone; count++) this.next();
    return this.isDone;
  }

  private next(): void {
    const open = this.open.at(-1);
    if (!open) return this.readValue();
    if (this.closes(open)) return this.close(open.value);
    if (open.members > 0) this.takeComma();
    if (++open.members > MAX_MEMBERS) throw tooLarge('has too many parts');
    if (!Array.isArray(open.value)) {
      open.name = this.readString();
      this.take(':');
    }
    this.readValue();
  }

  private closes({ value, members }: Open): boolean {
    const end = this.text[this.at];
    if (end !== (Array.isArray(value) ? ']' : '}')) {
      if (members > 0 && end !== ',') throw notJson();
      return false;
    }
    this.at++;
    return true;
  }

  private readValue(): void {
    const first = this.text[this.at];
    if (first === '[' || first === '{') {
      this.count();
      this.take(first);
      if (this.open.length === MAX_DEPTH) throw tooLarge('is nested too deeply');
      this.open.push({ value: first === '[' ? [] : {}, name: '', members: 0 });
    } else this.put(first === '"' ? this.readString() : this.readPlain());
  }

  private close(value: unknown): void {
    this.open.pop();
    this.skipBlank();
    this.put(value);
  }

  private put(value: unknown): void {
    const open = this.open.at(-1);
    if (!open) {
      if (this.at < this.text.length) throw notJson();
      this.value = value;
      this.isDone = true;
    } else if (Array.isArray(open.value)) open.value.push(value);
    else if (open.name === '__proto__') define(open.value, value);
    else open.value[open.name] = value;
  }

  private readString(): string {
    if (this.text[this.at] !== '"') throw notJson();
    const from = this.at;
    this.at = this.endOfString(from) + 1;
    const text = this.text.slice(from, this.at);
    this.skipBlank();
    return parsed(text) as string;
  }

  private endOfString(from: number): number {
    for (let end = this.text.indexOf('"', from + 1); ; end = this.text.indexOf('"', end + 1)) {
      if (end < 0) throw notJson();
      if (end - from > MAX_STRING) throw tooLarge('contains a string that is too long');
      let slashes = 0;
      while (this.text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return end;
    }
  }

  private readPlain(): unknown {
    PLAIN.lastIndex = this.at;
    const text = PLAIN.exec(this.text)?.[0];
    if (text === undefined) throw notJson();
    if (text.length > MAX_STRING) throw tooLarge('contains a number that is too long');
    this.at += text.length;
    this.skipBlank();
    return parsed(text);
  }

  private takeComma(): void {
    this.count();
    this.take(',');
  }

  private take(character: string): void {
    if (this.text[this.at] !== character) throw notJson();
    this.at++;
    this.skipBlank();
  }

  private skipBlank(): void {
    const code = this.text.charCodeAt(this.at);
    if (code > 32) return;
    BLANK.lastIndex = this.at;
    BLANK.test(this.text);
    this.at = BLANK.lastIndex;
  }

  private count(): void {
    if (++this.parts > this.maxParts) throw tooLarge('has too many parts');
  }
}

/** As `JSON.parse` does: a member and not the prototype. */
function define(object: object, value: unknown): void {
  Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true });
}
