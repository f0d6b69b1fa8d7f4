import { imageFound } from '../base/image';
import { pairOf } from '../base/image-version';
import type { InventoryReader } from '../base/inventory-reader';

const SECTION = /^\[(Container|Image)\]$/;
const IMAGE = /^Image\s*=\s*(\S+)$/;
const LABEL = /^Label\s*=\s*(.{1,10000})$/;
/** Words as systemd splits them. */
const WORD = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')+/g;
/** Another unit, which names the image itself or how it is built. */
const UNIT = /\.(?:image|build)$/;

/** Quadlets: the units of systemd for containers, one or several after another. https://docs.podman.io/en/latest/markdown/podman-systemd.unit.5.html */
export const quadlet: InventoryReader = {
  format: 'quadlet',
  fileName: /\.(?:container|image)$/i,
  recognizes: ({ lines }) => lines.some((line) => SECTION.test(line.trim())) && lines.some((line) => IMAGE.test(line)),
  *read(file) {
    let section: { image?: [text: string, where: string]; labels: Map<string, string> } | null = null;
    for (const { text, where } of file.written()) {
      if (text.startsWith('[')) {
        if (section?.image) yield imageFound(...section.image, undefined, section.labels);
        section = SECTION.test(text) ? { labels: new Map() } : null;
      }
      if (section === null) continue;
      const image = IMAGE.exec(text)?.[1];
      if (image !== undefined && !UNIT.test(image)) section.image = [image, where];
      for (const [name, value] of labelsIn(text)) section.labels.set(name, value);
    }
    if (section?.image) yield imageFound(...section.image, undefined, section.labels);
  },
};

/** `Label=a=b "c=d e"`. An escape that is none stays as it is, as in `\d`. */
const labelsIn = (line: string) =>
  (LABEL.exec(line)?.[1]?.match(WORD) ?? []).map((word) => pairOf(word.replace(/\\(["'\\])|["']/g, '$1')));
