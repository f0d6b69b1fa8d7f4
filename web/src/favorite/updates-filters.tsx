import { NativeSelect } from '../parts/ui';
import { messages } from '../messages';
import { type Group, GROUPS, type UpdatesSearch } from './address';
import type { PanelProps } from './filter-button';
import { Choice, Fields, STEPS } from './filter-fields';

const words = messages.favorites;

/** What of *Updates* is listed, and how it is grouped. */
export const UpdatesFilters = ({
  search,
  group,
  onChange,
  onGroup,
  ...panel
}: PanelProps & {
  search: UpdatesSearch;
  group: Group;
  onChange: (change: Partial<UpdatesSearch>, replace?: boolean) => void;
  onGroup: (group: Group) => void;
  onClear: (() => void) | undefined;
}) => (
  <Fields search={search} onChange={onChange} {...panel}>
    <NativeSelect
      label={words.updates.group}
      data={GROUPS.map((value) => ({ value, label: words.updates.groups[value] }))}
      value={group}
      onChange={(event) => onGroup(event.currentTarget.value as Group)}
    />
    <Choice
      label={words.list.step}
      data={STEPS}
      value={search.kind}
      onChange={(kind) => onChange({ kind: kind as UpdatesSearch['kind'] })}
    />
    <Choice
      label={messages.risk.column}
      data={[{ value: 'true', label: messages.risk.vulnerable }]}
      value={search.vulnerable}
      onChange={(vulnerable) => onChange({ vulnerable: vulnerable as 'true' | undefined })}
    />
  </Fields>
);
