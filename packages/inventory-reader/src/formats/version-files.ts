import type { Found } from '../base/component';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

/** `~/.immich`, and `/opt/Immich_version.txt` as older scripts have it. */
const APP = /^(?:\S*\/)?(?:\.([A-Za-z0-9][\w.-]*)|([A-Za-z0-9][\w.-]*)_version\.txt)$/;
/** How `head -v` names a file. */
const HEADING = /^==> (.+) <==$/;
/** How `grep` does, before a line of it. */
const PREFIXED = /^([^\s:]{1,255}):(.*)$/;
const VERSION = /^(?:[A-Za-z]+-)?v?\d[\w.+~-]{0,99}$/;

interface Text {
  app: string;
  /** One after another. */
  written: string[];
  where: string;
}

/**
 * The version files of the Proxmox VE Helper-Scripts: one of each application, with its version as the only line. Given are several of them, as
 * `head -v` or `grep -H` prints them. Other files of a home directory have more lines, or no version.
 */
export const versionFiles: InventoryReader = {
  format: 'version-files',
  isNeverEmpty: true,
  recognizes: (file) => {
    const [first] = file.written();
    if (first === undefined || !/\.|_version\.txt/.test(first.text)) return false;
    let isFound = false;
    for (const { written } of textsOf(file)) isFound ||= isVersion(written);
    return isFound;
  },
  *read(file) {
    for (const { app, written, where } of textsOf(file))
      if (isVersion(written)) yield { name: app, version: written[0], direct: true, where } satisfies Found;
  },
};

const isVersion = ([text, ...others]: string[]) => others.length === 0 && text !== undefined && VERSION.test(text);

/** Nothing where a line is of no file, as of anything else that somebody pastes. */
function* textsOf(file: InventoryFile): Generator<Text> {
  let open = null as Text | null;
  let isHeaded = false;
  for (const { text, where } of file.written()) {
    const heading = HEADING.exec(text)?.[1];
    const [, path = null, rest = ''] = isHeaded ? [] : (PREFIXED.exec(text) ?? []);
    if (heading === undefined && path === null) {
      if (!isHeaded) return;
      open?.written.push(text);
      continue;
    }
    isHeaded ||= heading !== undefined;
    const app = appOf(heading ?? path!);
    if (heading === undefined && app !== null && open?.app === app) {
      open.written.push(rest.trim());
      continue;
    }
    if (open) yield open;
    open = app === null ? null : { app, written: heading === undefined ? [rest.trim()] : [], where };
  }
  if (open) yield open;
}

function appOf(path: string): string | null {
  const [, dotted, named] = APP.exec(path) ?? [];
  // A line that somebody typed may look like a version.
  return dotted?.endsWith('_history') ? null : (dotted ?? named ?? null);
}
