import { messages } from '../messages';
import { ConfirmBulk } from '../parts/confirm-bulk';
import { type Edited, EditDialog } from '../parts/edit-dialog';
import { Name } from '../parts/name';
import { SnoozeDialog } from '../parts/snooze-dialog';
import type { ListActions } from './use-list-actions';
import type { Selection } from './use-selection';

const { snooze, edit } = messages.actions;

function editedOf(editing: ListActions['editing'], selection: Selection): Edited | null {
  if (!editing) return null;
  const { kind, of } = editing;
  const rows = of === 'selection' ? selection.rows : 'filter' in of ? [] : of.rows;
  const count = of === 'selection' ? selection.count : 'filter' in of ? of.count : rows.length;
  const title = kind === 'policy' ? edit.policyOf : edit.tagsOf;
  const [one] = rows;
  return {
    kind,
    count,
    title: <Name>{title(one?.software ?? '', count)}</Name>,
    tags: one && count === 1 ? (one.tags ?? []) : null,
  };
}

/** The dialogs that the bar, the keys and the menus of rows open. */
export function ListDialogs({ actions, selection }: { actions: ListActions; selection: Selection }) {
  const { snoozing, asked, answer } = actions;
  const one = Array.isArray(snoozing) && snoozing.length === 1 ? snoozing[0] : undefined;
  const onSnooze = (until: string) => {
    const operation = { action: 'snooze', until } as const;
    if (snoozing === 'selection') actions.act(operation);
    else if (snoozing) actions.actOn(snoozing, operation);
  };
  return (
    <>
      <EditDialog
        edited={editedOf(actions.editing, selection)}
        disabled={actions.disabled}
        onClose={() => actions.edit(null)}
        onSave={actions.saveEdit}
      />
      <ConfirmBulk asked={asked} onClose={answer} />
      <SnoozeDialog
        opened={snoozing !== null}
        title={one ? <Name>{snooze.titleOf(one.software)}</Name> : snooze.title}
        onClose={() => actions.snooze(null)}
        onSnooze={onSnooze}
      />
    </>
  );
}
