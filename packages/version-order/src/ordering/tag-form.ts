/**
 * The beginning of the reason for leaving out a tag of another form. A tag pattern chooses instead of the form, so then
 * the reason does not count.
 */
export const OTHER_FORM = 'Another form of tag';
export const NO_FORM = `${OTHER_FORM}: it names no version`;

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
  /** Its version is the day of a code name or a branch: it counts only for those who use it. */
  isDay: boolean;
}

/** Time stamps of MinIO, whose hyphens separate no variants. */
const TIME_STAMP = /^(.*?)(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(.*)$/s;
const DOTTED = /^((?:(?:release|version|rel|ver)[-_.]?)?)v?(\d+(?:\.\d+)+)((?:[-_+].*)?)$/i;
const SINGLE = /^()v?(\d+)((?:[-_+].*)?)$/i;
const DAY = /^20\d{6}(?:\.\d+)*$/;
/** `bookworm-20240904-slim` */
const NAMED_DAY = /^((?:[a-z][a-z\d.]*[-_])+)(20\d{6})((?:[-_].*)?)$/i;
/** Tags of pull requests, commits and runs of a build: whatever else there is, they are no versions. */
export const OF_A_BUILD =
  /^(?:pr|mr|pull|sha|git|commit|build|ci|run|branch|main|master|develop|dev|nightly|feature|test)[-_.]/i;

const SYSTEM = /^(alpine|debian|ubuntu|fedora|centos|rockylinux|rocky|almalinux|alma|amazonlinux|photon)/i;
/** `ubuntu-22.04` is the system that an image is made from. */
const SYSTEM_VERSION = /(?:^|[-_])(?:alpine|debian|ubuntu|fedora|centos|rocky|alma|amazonlinux|photon)[a-z]*[-_]$/i;
const STAGES = 'alpha|beta|rc|cr|pre|preview|milestone|m|a|b|dev|snapshot|nightly|ea|eap';
const STAGE = new RegExp(`^(?:${STAGES})[.]?\\d*(?:\\.\\d+)*$`, 'i');
const STAGE_PATTERN = `(?:[-_.]?(?i:${STAGES})[-_.]?\\d*(?:\\.\\d+)*)?`;
/** Builds of one version: LinuxServer's `ls123`, Bitnami's `r0`, Redis' `v13`, GitLab's `ce.0`; `i386` and `x64` are machines. */
const BUILD = /^(ls|cu|rev|build|pl|patch|k3s|fix|hotfix|[a-hj-wyz]|[a-z]+\.)\d+$/i;
/** The version of what a chart installs: see `CHART_OF`. */
const INSTALLED = /^(up)\d+(?:\.\d+)*$/i;
/** What has versions of machines behind it: `arm-v7`. */
const MACHINE = /[-_](?:arm|arm64|aarch64|amd64|x86_64|64)$/i;
const COMMIT = /^g?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$/;
/** As the columns of a product. */
const MAX_PATTERN = 255;

/** null = the tag names no version, such as `latest` and `pr-12`. */
export function tagForm(tag: string): TagForm | null {
  const stamp = TIME_STAMP.exec(tag);
  if (stamp) return formOf(stamp[1]!, stamp[2]!, '\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ', stamp[3]!);
  const parts = partsOf(tag);
  if (!parts) return null;
  const [prefix, number, rest] = parts;
  const first = number.split('.', 1)[0]!;
  const isDay = DAY.test(number);
  const more = number.includes('.') && !isDay ? '(?:\\.\\d+)+' : '(?:\\.\\d+)*';
  const form = formOf(prefix, number, firstOf(first) + more, rest);
  return form && { ...form, isDay: isDay && prefix !== '' };
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
  const named = OF_A_BUILD.test(tag) ? null : NAMED_DAY.exec(tag);
  return named && [named[1]!, named[2]!, named[3]!];
}

/** 2021.12.16 is a day beside 10.11.4, and 20240812 one beside 22. */
function firstOf({ length }: string): string {
  return length <= 3 ? '\\d{1,3}' : `\\d{${length}}`;
}

function formOf(prefix: string, number: string, core: string, rest: string): TagForm | null {
  let [version, captured, behind, stage, varies] = [number, core, '', '', false];
  let isCore = true;
  let after = '';
  for (const [, separator = '', segment = ''] of rest.matchAll(/([-_+])([^-_+]*)/g)) {
    const isNumber = /^\d+(?:\.\d+)*$/.test(segment);
    if (isCore && isNumber) {
      version += separator + segment;
      if (stage === '') captured += `${escape(separator)}\\d+(?:\\.\\d+)*`;
    } else if (isCore && STAGE.test(segment) && stage === '') {
      version += separator + segment;
      stage = STAGE_PATTERN;
    } else {
      isCore = false;
      const installed = separator === '-' ? null : INSTALLED.exec(segment);
      const build = installed ?? (MACHINE.test(after) ? null : BUILD.exec(segment));
      after += separator + segment;
      varies = build !== null || (isNumber && !SYSTEM.test(after.slice(1)));
      behind += (installed ? '[+_]' : escape(separator)) + segmentPattern(segment, build, isNumber);
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
    isDay: false,
  };
}

function segmentPattern(segment: string, build: RegExpExecArray | null, isNumber: boolean): string {
  if (isNumber) return '\\d+(?:\\.\\d+)*';
  if (build) return `${escape(build[1]!)}\\d+${INSTALLED.test(segment) ? '(?:\\.\\d+)*' : ''}`;
  if (COMMIT.test(segment)) return 'g?[0-9a-f]{7,40}';
  const system = SYSTEM.exec(segment)?.[1];
  return system !== undefined && /^\d+(?:\.\d+)*$/.test(segment.slice(system.length))
    ? `${escape(system)}\\d+(?:\\.\\d+)*`
    : escape(segment);
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
