import { TimeSlice } from 'small-parts';
import {
  exactPrereleaseText,
  NEUTRAL_WORDS,
  NO_FORM,
  OF_A_BUILD,
  OTHER_FORM,
  tagForm,
  type TagForm,
} from 'version-order';
import type { Release } from './source';

/** The tags of one form, and how many of them are no pre-releases. */
export interface FormGroup {
  form: TagForm;
  stable: number;
  example: string;
}

/** The form of a tag; null = it names no version. */
export const formOfTag = (tag: string): TagForm | null => (OF_A_BUILD.test(tag) ? null : tagForm(tag));

/**
 * Leaves out tags that are no versions of the same kind: `pr-12`, `2021.12.16` beside `10.11.4`, `1.4.2-alpine` beside `1.4.2`. The form that
 * counts is that of the version in use, else the one that most stable tags have; of two with as many, the plainer one.
 * @param inUse labels that favorites have, the most frequent first
 */
export async function inOneForm(releases: Release[], inUse: string[]): Promise<Release[]> {
  const groups = new Map<string, FormGroup>();
  const names: (string | null)[] = [];
  const slice = new TimeSlice();
  for (const { version } of releases) {
    if (slice.isOver) await slice.next();
    const form = formOfTag(version);
    names.push(form?.name ?? null);
    if (form === null) continue;
    const group = groups.get(form.name) ?? { form, stable: 0, example: version };
    groups.set(form.name, group);
    if (!form.isStage) group.stable++;
  }
  const chosen = chosenForm(groups, inUse);
  return releases.map((release, at) => {
    if (chosen === undefined ? !OF_A_BUILD.test(release.version) : names[at] === chosen.form.name) return release;
    const isLike = names[at] === null ? undefined : chosen?.example;
    return { ...release, leftOut: isLike === undefined ? NO_FORM : unlike(isLike) };
  });
}

/** Words before a version that say nothing of what it is a version of. */
const PLACES = new Set(['releases', 'tag', 'tags']);

/**
 * What a tag of a repository is a version of: the words before its number. Empty = it has none, or those of the repository; null = it has no
 * number.
 */
function nameOfTag(tag: string, repository: string): string | null {
  const text = tag.slice(0, 255).toLowerCase();
  const at = /(?<!\d)\d+[._]\d/.exec(text)?.index ?? text.search(/\d/);
  if (at < 0) return null;
  const words = wordsOf(text.slice(0, at)).filter(
    (word) =>
      /[a-z]./.test(word) && !PLACES.has(word) && !NEUTRAL_WORDS.has(word) && exactPrereleaseText(word) === undefined,
  );
  const own = wordsOf(repository.toLowerCase().split('/').at(-1)!);
  const name = words.join('');
  return name === own[0] || name === own.join('') || words.at(-1) === own.join('') ? '' : name;
}

const wordsOf = (text: string): string[] => text.match(/[a-z\d]+/g) ?? [];

/**
 * Leaves out tags of a repository that are versions of something else, such as `plugin-2.0` beside `v1.4`. Those count that have the words of the
 * version in use, else those without a word or with the name of the repository, else those whose words most tags have.
 * @param inUse as of `inOneForm`
 */
export function ofOneName(releases: Release[], inUse: string[], repository: string): Release[] {
  const names = releases.map(({ version }) => nameOfTag(version, repository));
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
  const wanted = [...inUse.map((label) => nameOfTag(label, repository)), '', most];
  const chosen = wanted.find((name) => name != null && counts.has(name));
  const example = releases[names.indexOf(chosen ?? null)]?.version ?? '';
  return releases.map((release, at) =>
    names[at] === null || names[at] === chosen ? release : { ...release, leftOut: release.leftOut ?? unlike(example) },
  );
}

/** The form that counts, as `inOneForm` says; undefined = no tag has one. */
export function chosenForm<G extends FormGroup>(groups: Map<string, G>, inUse: string[]): G | undefined {
  const used = inUse.map((label) => tagForm(label)?.name).find((name) => name !== undefined && groups.has(name));
  return groups.get(used ?? '') ?? [...groups.values()].sort(byShare)[0];
}

/** Short numbers are plainer than those of days. */
const lengthOf = ({ form }: FormGroup): number => form.name.replace('\\d{1,3}', '').length;
const byShare = (a: FormGroup, b: FormGroup): number =>
  Number(a.form.isDay) - Number(b.form.isDay) || b.stable - a.stable || lengthOf(a) - lengthOf(b);

const unlike = (example: string) => `${OTHER_FORM}: it is not like ${example.slice(0, 100)}`;
