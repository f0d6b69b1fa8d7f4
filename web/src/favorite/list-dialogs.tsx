import { messages } from '../messages';
import { ConfirmBulk } from '../parts/confirm-bulk';
import { Name } from '../parts/name';
import { SnoozeDialog } from '../parts/snooze-menu';
import type { ListActions } from './use-list-actions';

const { snooze } = messages.actions;

/** The dialogs that the bar, the keys and the menus of rows open. */
export function ListDialogs({ actions }: { actions: ListActions }) {
  const { snoozing, asked, answer } = actions;
  const one = Array.isArray(snoozing) && snoozing.length === 1 ? snoozing[0] : undefined;
  const onSnooze = (until: string) => {
    const operation = { action: 'snooze', until } as const;
    if (snoozing === 'selection') actions.act(operation);
    else if (snoozing) actions.actOn(snoozing, operation);
  };
  return (
    <>
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
