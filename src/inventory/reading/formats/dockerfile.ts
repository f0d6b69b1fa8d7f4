import type { Found } from '../base/component';
import { imageFound } from '../base/image';
import { interpolate } from '../base/interpolate';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

const FROM = /^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?\s*$/i;
const ARG = /^ARG\s+(.*)$/i;

/** The base images of a Dockerfile: of all stages, without those that are stages themselves. */
export const dockerfile: InventoryReader = {
  format: 'dockerfile',
  fileName: /(^|\/)((docker|container)file([.-][^/]*)?|[^/]*\.dockerfile)$/i,
  isNeverEmpty: true,
  recognizes: ({ text }) =>
    /^[ \t]*FROM[ \t]+\S/im.test(text) && !/^[ \t]*[{<]/.test(text) && !/^\S+:(\s|$)/m.test(text),
  *read(file) {
    const defaults = new Map<string, string>();
    const stages = new Set<string>();
    for (const { text, number } of instructions(file)) {
      const [, image, stage] = FROM.exec(text.slice(0, 2_000)) ?? [];
      if (image !== undefined) yield* baseImage(image, `line ${number}`, defaults, stages);
      if (stage !== undefined) stages.add(stage.toLowerCase());
      // Only arguments before the first FROM are known in it.
      if (stages.size === 0) addDefaults(ARG.exec(text.slice(0, 2_000))?.[1] ?? '', defaults);
    }
  },
};

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
  let number = 1;
  for (const [at, line] of lines.entries()) {
    if (text.length === 0) number = at + 1;
    else if (/^\s*#/.test(line)) continue;
    const continues = /[\\`]\s*$/.test(line);
    text.push(continues ? line.replace(/[\\`]\s*$/, '') : line);
    if (continues) continue;
    yield { text: text.join(' ').trim(), number };
    text = [];
  }
}
