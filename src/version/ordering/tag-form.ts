/**
 * The beginning of the reason for leaving out a tag of another form. A tag pattern chooses instead of the form, so then
 * the reason does not count.
 */
export const OTHER_FORM = 'Another form of tag';

/**
 * The form of the tag of a container image: the text before and after its version. `2.440.3-lts` and `2.452.1-lts` have one form, `2.460` has
 * another, so that none of them is an update of the other.
 */
export interface TagForm {
  /** The same text for tags of the same form, whatever their stage. */
  name: string;
  /** A tag pattern that captures the versions of this form; it takes pre-releases if the tag is one. */
  pattern: string;
  version: string;
  isStage: boolean;
}

/** Time stamps of MinIO, whose hyphens separate no variants. */
const TIME_STAMP = /^(.*?)(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(.*)$/s;
const DOTTED = /^((?:(?:release|version|rel|ver)[-_.]?)?)v?(\d+(?:\.\d+)+)((?:[-_].*)?)$/i;
const SINGLE = /^()v?(\d+)((?:[-_].*)?)$/i;

const SYSTEM = /^(alpine|debian|ubuntu|fedora|centos|rockylinux|rocky|almalinux|alma|amazonlinux|photon)/i;
/** `ubuntu-22.04` is the system that an image is made from. */
const SYSTEM_VERSION = /(?:^|[-_])(?:alpine|debian|ubuntu|fedora|centos|rocky|alma|amazonlinux|photon)[a-z]*[-_]$/i;
const STAGES = 'alpha|beta|rc|cr|pre|preview|milestone|m|a|b|dev|snapshot|nightly|ea|eap';
const STAGE = new RegExp(`^(?:${STAGES})[.]?\\d*(?:\\.\\d+)*$`, 'i');
const STAGE_PATTERN = `(?:[-_.]?(?i:${STAGES})[-_.]?\\d*(?:\\.\\d+)*)?`;
/** Builds of one version: LinuxServer's `ls123`, Bitnami's `r0`, GitLab's `ce.0`. */
const BUILD = /^((?:ls|cu|r|rev|build|p|pl|patch|k3s|fix|hotfix)|[a-z]+\.)(\d+)$/i;
const COMMIT = /^g?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$/;
/** As the columns of a product. */
const MAX_PATTERN = 255;

/** null = the tag names no version, such as `latest`, `pr-12` and `bookworm-20240812`. */
export function tagForm(tag: string): TagForm | null {
  const stamp = TIME_STAMP.exec(tag);
  if (stamp) return formOf(stamp[1]!, stamp[2]!, '\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ', stamp[3]!);
  const parts = partsOf(tag);
  if (!parts) return null;
  const [prefix, number, rest] = parts;
  const first = number.split('.', 1)[0]!;
  const more = number.includes('.') ? '(?:\\.\\d+)+' : '(?:\\.\\d+)*';
  return formOf(prefix, number, firstOf(first) + more, rest);
}

function partsOf(tag: string): [prefix: string, number: string, rest: string] | null {
  const single = SINGLE.exec(tag);
  if (single) return [single[1]!, single[2]!, single[3]!];
  // The version is the first number with a dot that begins a word.
  for (const { index } of tag.matchAll(/(?<=^|[-_])[a-z\d]/gi)) {
    const [, word, number, rest] = DOTTED.exec(tag.slice(index)) ?? [];
    if (number === undefined) continue;
    const prefix = tag.slice(0, index) + word!;
    const isSystem = SYSTEM_VERSION.test(prefix) && number.split('.').length === 2;
    if (!isSystem) return [prefix, number, rest!];
  }
  return null;
}

/** 2021.12.16 is a day beside 10.11.4, and 20240812 one beside 22. */
function firstOf({ length }: string): string {
  return length <= 3 ? '\\d{1,3}' : `\\d{${length}}`;
}

function formOf(prefix: string, number: string, core: string, rest: string): TagForm | null {
  let [version, captured, behind, stage, varies] = [number, core, '', '', false];
  let isCore = true;
  let after = '';
  for (const [, separator = '', segment = ''] of rest.matchAll(/([-_])([^-_]*)/g)) {
    const isNumber = /^\d+(?:\.\d+)*$/.test(segment);
    if (isCore && isNumber) {
      version += separator + segment;
      if (stage === '') captured += `${separator}\\d+(?:\\.\\d+)*`;
    } else if (isCore && STAGE.test(segment) && stage === '') {
      version += separator + segment;
      stage = STAGE_PATTERN;
    } else {
      isCore = false;
      after += separator + segment;
      const build = BUILD.exec(segment);
      varies = build !== null || (isNumber && !SYSTEM.test(after.slice(1)));
      behind += separator + segmentPattern(segment, build, isNumber);
    }
  }
  const start = `^${escape(prefix)}[vV]?`;
  const inside = varies && stage === '' ? `${captured}${behind})` : `${captured}${stage})${behind}`;
  const pattern = `${start}(${inside}$`;
  if (pattern.length > MAX_PATTERN) return null;
  return {
    name: `${start}${captured}${behind}$`,
    pattern,
    version: varies && stage === '' ? version + after : version,
    isStage: stage !== '',
  };
}

function segmentPattern(segment: string, build: RegExpExecArray | null, isNumber: boolean): string {
  if (isNumber) return '\\d+(?:\\.\\d+)*';
  if (build) return `${escape(build[1]!)}\\d+`;
  if (COMMIT.test(segment)) return 'g?[0-9a-f]{7,40}';
  const system = SYSTEM.exec(segment)?.[1];
  return system !== undefined && /^\d+(?:\.\d+)*$/.test(segment.slice(system.length))
    ? `${escape(system)}\\d+(?:\\.\\d+)*`
    : escape(segment);
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
