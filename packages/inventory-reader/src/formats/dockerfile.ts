import type { Found } from '../base/component';
import { imageFound } from '../base/image';
import { interpolate } from '../base/interpolate';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

const FROM = /^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?\s*$/i;
const ARG = /^ARG\s+(\S.*)$/i;

/** `<<EOF`, `<<-"EOF"`: what follows up to that word is a text. https://docs.docker.com/reference/dockerfile/#here-documents */
const HERE = /(?<![<\w])<<(-?)(["']?)([A-Za-z_]\w*)\2/g;
const COPIES = /^(?:COPY|ADD)\s/i;
const RUNS = /^RUN\s/i;

/** The images of a Dockerfile: of all stages, and those that files are taken from, without those that are stages themselves. */
export const dockerfile: InventoryReader = {
  format: 'dockerfile',
  fileName: /(^|\/)((docker|container)file([.-][^/]*)?|[^/]*\.dockerfile)$/i,
  isNeverEmpty: true,
  recognizes: (file) => /^[ \t]*FROM[ \t]+\S/im.test(file.text) && !/^[ \t]*[{<]/.test(file.text) && !hasKeys(file),
  *read(file) {
    const defaults = new Map<string, string>();
    const stages = new Set<string>();
    for (const { text, number } of instructions(file)) {
      const [, image, stage] = FROM.exec(text.slice(0, 2_000)) ?? [];
      if (image !== undefined) yield* baseImage(image, `line ${number}`, defaults, stages);
      for (const used of sourcesOf(text)) yield* baseImage(used, `line ${number}`, defaults, stages);
      if (stage !== undefined) stages.add(stage.toLowerCase());
      // Only arguments before the first FROM are known in it.
      if (stages.size === 0) addDefaults(ARG.exec(text.slice(0, 2_000))?.[1] ?? '', defaults);
    }
  },
};

/** Whether YAML may be meant: what is in a here-document may be anything. */
function hasKeys(file: InventoryFile): boolean {
  for (const { text } of instructions(file)) if (/^\S+:(\s|$)/.test(text)) return true;
  return false;
}

/** `COPY --from=image`, `RUN --mount=type=bind,from=image`; a number is a stage. */
function sourcesOf(text: string): string[] {
  const options = /^\S+((?:\s+--\S+)*)/.exec(text.slice(0, 2_000))?.[1] ?? '';
  const found = COPIES.test(text)
    ? [...options.matchAll(/--from=(\S+)/g)]
    : RUNS.test(text)
      ? [...options.matchAll(/(?<=\s)--mount=(?:[^\s,]*,)*?from=([^\s,]+)/g)]
      : [];
  return found.map(([, image]) => image!.replace(/^(["'])(.*)\1$/, '$2')).filter((image) => !/^\d+$/.test(image));
}

function* baseImage(
  written: string,
  where: string,
  defaults: Map<string, string>,
  stages: Set<string>,
): Generator<Found> {
  const image = interpolate(written, (name) => defaults.get(name));
  if (image === null) yield { name: null, where, reason: 'its image has an argument without a value' };
  else if (image.toLowerCase() !== 'scratch' && !stages.has(image.toLowerCase())) yield imageFound(image, where);
}

function addDefaults(written: string, defaults: Map<string, string>): void {
  for (const [, name, value] of written.matchAll(/(?:^|\s)([A-Za-z_]\w*)=("[^"]*"|'[^']*'|\S*)/g)) {
    const expanded = interpolate(value!.replace(/^(["'])(.*)\1$/, '$2'), (key) => defaults.get(key));
    if (expanded !== null) defaults.set(name!, expanded);
  }
}

/** With `\` at their end, lines are one instruction. */
function* instructions({ lines }: InventoryFile): Generator<{ text: string; number: number }> {
  let text: string[] = [];
  /** Of here-documents that have begun, in their order. */
  /** The next one last. */
  let ends: { word: string; tabs: boolean }[] = [];
  const lastAt = new Map(lines.map((line, at) => [line.trim(), at]));
  let number = 1;
  for (const [at, line] of lines.entries()) {
    const end = ends.at(-1);
    if (end !== undefined) {
      if ((end.tabs ? line.replace(/^\t+/, '') : line).trimEnd() === end.word) ends.pop();
      continue;
    }
    if (text.length === 0) number = at + 1;
    else if (/^\s*#/.test(line)) continue;
    const continues = /[\\`]\s*$/.test(line);
    text.push(continues ? line.replace(/[\\`]\s*$/, '') : line);
    if (continues) continue;
    const whole = text.join(' ').trim();
    yield { text: whole, number };
    text = [];
    if (/^(?:RUN|COPY|ADD)\s/i.test(whole))
      ends = [...whole.matchAll(HERE)]
        .map(([, tabs, , word]) => ({ word: word!, tabs: tabs === '-' }))
        // Without its end word it is not a here-document, but a part of a command.
        .filter(({ word }) => (lastAt.get(word) ?? 0) > at)
        .reverse();
  }
}
