const VERSION = /^v?(\d+(?:\.\d+)*)$/i;
/** A tag, and what stands around the number in it; digits behind it, such as those of `-alpine3.20`, may go with the version. */
const TAG = /^(\D*?)(\d+(?:\.\d+)*)(\D*)$/;

/**
 * The image to write for a version on offer, with the tag in the form of the one in use: `16-alpine` becomes `18-alpine`.
 * @returns null where the form says nothing certain
 */
export function imageToWrite(
  { name, purl, version }: { name: string; purl: string | null; version: string | null },
  available: string,
): string | null {
  if (version === null || !/^pkg:(docker|oci)\//.test(purl ?? '')) return null;
  const number = VERSION.exec(available)?.[1]?.split('.');
  const [, before, inUse, after] = TAG.exec(version) ?? [];
  if (!number || inUse === undefined) return null;
  return `${name.replace(/^library\//, '')}:${before}${number.slice(0, inUse.split('.').length).join('.')}${after}`;
}
