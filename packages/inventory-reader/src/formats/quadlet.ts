import { imageFound } from '../base/image';
import type { InventoryReader } from '../base/inventory-reader';

const SECTION = /^\[(Container|Image)\]$/;
const IMAGE = /^Image\s*=\s*(\S+)$/;
/** Another unit, which names the image itself or how it is built. */
const UNIT = /\.(?:image|build)$/;

/** Quadlets: the units of systemd for containers, one or several after another. https://docs.podman.io/en/latest/markdown/podman-systemd.unit.5.html */
export const quadlet: InventoryReader = {
  format: 'quadlet',
  fileName: /\.(?:container|image)$/i,
  recognizes: ({ lines }) => lines.some((line) => SECTION.test(line.trim())) && lines.some((line) => IMAGE.test(line)),
  *read(file) {
    let isInSection = false;
    for (const { text, where } of file.written()) {
      if (text.startsWith('[')) isInSection = SECTION.test(text);
      const image = isInSection ? IMAGE.exec(text)?.[1] : undefined;
      if (image !== undefined && !UNIT.test(image)) yield imageFound(image, where);
    }
  },
};
