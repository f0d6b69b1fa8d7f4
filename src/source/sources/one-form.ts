import { TimeSlice } from '../../common/concurrency/time-slice';
import { OF_A_BUILD, OTHER_FORM, tagForm, type TagForm } from '../../version/ordering/tag-form';
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
    return { ...release, leftOut: reasonOf(names[at]!, chosen) };
  });
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

function reasonOf(name: string | null, chosen: FormGroup | undefined): string {
  if (name === null || chosen === undefined) return `${OTHER_FORM}: it names no version`;
  return `${OTHER_FORM}: it is not like ${chosen.example.slice(0, 100)}`;
}
