import { messages } from '../messages';
import { ConfirmBulk } from '../parts/confirm-bulk';
import { EditDialog } from '../parts/edit-dialog';
import { Name } from '../parts/name';
import { SnoozeDialog } from '../parts/snooze-dialog';
import type { ListActions } from './use-list-actions';
import type { Selection } from './use-selection';

const { snooze, edit } = messages.actions;

/** The dialogs that the bar, the keys and the menus of rows open. */
export function ListDialogs({ actions, selection }: { actions: ListActions; selection: Selection }) {
  const { editing, disabled, saveEdit } = actions;
  const of = editing?.of;
  const rows = of === 'selection' ? selection.rows : of && 'rows' in of ? of.rows : [];
  const count = of === 'selection' ? selection.count : of && 'filter' in of ? of.count : rows.length;
  const [first] = rows;
  const close = () => actions.edit(null);
  const titleOf = editing?.kind === 'policy' ? edit.policyOf : edit.tagsOf;
  const edited = editing &&
    editing.kind !== 'snooze' && {
      kind: editing.kind,
      count,
      title: <Name>{titleOf(first?.software ?? '', count)}</Name>,
      tags: first && count === 1 ? (first.tags ?? []) : null,
    };
  return (
    <>
      <EditDialog edited={edited || null} disabled={disabled} onClose={close} onSave={saveEdit} />
      <ConfirmBulk asked={actions.asked} onClose={actions.answer} />
      <SnoozeDialog
        opened={editing?.kind === 'snooze'}
        title={first && of !== 'selection' ? <Name>{snooze.titleOf(first.software)}</Name> : snooze.title}
        onClose={close}
        onSnooze={(until) => saveEdit([{ action: 'snooze', until }])}
      />
    </>
  );
}
