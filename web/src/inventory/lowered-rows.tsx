import { Checkbox, Group } from '../parts/ui';
import type { ContentResponse } from '../api/generated';
import { LOWER_AT_MOST, type Lowering } from '../api/inventories';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { VersionWay } from '../parts/version-way';
import { Section, What } from './preview-section';

const words = messages.inventory.preview;

/** What may be lowered; null = too many are ticked one by one. */
export function loweringOf({ kept }: ContentResponse, ticked: ReadonlySet<string>): Lowering | null {
  if (kept.length > 0 && ticked.size === kept.length) return 'all';
  return ticked.size > LOWER_AT_MOST ? null : [...ticked];
}

/** Favorites that show a higher version: each row has its own tick, and one without keeps its version. */
export function LoweredRows({
  answer: { counts, kept },
  ticked,
  onTick,
  lower,
}: {
  answer: ContentResponse;
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
  lower: Lowering | null;
}) {
  const ids = kept.map(({ software }) => software!.id);
  const tick = (id: string, isTicked: boolean) =>
    onTick(new Set(isTicked ? [...ticked, id] : [...ticked].filter((one) => one !== id)));
  return (
    <Section
      kind="kept"
      total={counts.kept}
      entries={kept}
      before={
        kept.length > 1 && (
          <Checkbox
            mb="xs"
            label={words.lowerAll(counts.kept)}
            checked={ticked.size === ids.length}
            indeterminate={ticked.size > 0 && ticked.size < ids.length}
            error={lower === null && words.lowerTooMany(LOWER_AT_MOST)}
            onChange={(event) => onTick(new Set(event.currentTarget.checked ? ids : []))}
          />
        )
      }
      row={(one) => [
        <Group wrap="nowrap" gap="sm" align="flex-start">
          <Checkbox
            aria-label={words.lowerOne(visibleText(one.software!.name), visibleText(one.from), visibleText(one.to))}
            checked={ticked.has(one.software!.id)}
            onChange={(event) => tick(one.software!.id, event.currentTarget.checked)}
          />
          <What one={one} />
        </Group>,
        <VersionWay from={one.from} to={one.to} />,
      ]}
    />
  );
}
