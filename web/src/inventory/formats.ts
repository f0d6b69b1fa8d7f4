import type { Format } from '../api/inventories';
import { numberFormat } from '../messages/locale';

/** As the API names them. */
export const FORMATS: Exclude<Format, 'auto'>[] = [
  'apk', 'argus', 'cargo-lock', 'composer-lock', 'cyclonedx', 'diun', 'docker-compose', 'docker-ps', 'dockerfile', 'dpkg', 'gemfile-lock', 'go-mod',
  'helm', 'homebrew', 'kubernetes', 'lines', 'newreleases', 'nvchecker', 'package-lock', 'pipfile-lock', 'pnpm-lock', 'poetry-lock', 'pom',
  'quadlet', 'requirements', 'rpm', 'spdx', 'tool-versions', 'uv-lock', 'version-files', 'winget', 'yarn-lock',
]; // prettier-ignore

const UTF_16: [first: number, second: number, name: string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
];

/** The text of a file: UTF-8, or what its first bytes say, as programs of Windows write it. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = UTF_16.find(([first, second]) => bytes[0] === first && bytes[1] === second)?.[2] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

const UNITS = ['byte', 'kilobyte', 'megabyte'];

/** `3 kB` */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unitDisplay = step === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit: UNITS[step]!, unitDisplay, maximumFractionDigits: 1 } as const;
  return numberFormat(format).format(bytes / 1_000 ** step);
}
