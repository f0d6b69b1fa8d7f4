import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { InventoryResponse } from '../api/generated';
import { inventoriesQuery, refreshInUse } from '../api/inventories';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { say } from '../parts/say';
import { useShown } from '../parts/use-shown';

const words = messages.inventory.list;

/** Asks before an inventory goes with all that it has. */
export function DeleteInventory({
  inventory,
  onClose,
  onDeleted,
}: {
  inventory: InventoryResponse | null;
  onClose(): void;
  onDeleted?(): void;
}) {
  const client = useQueryClient();
  const shown = useShown(inventory);
  const remove = useMutation({
    mutationFn: ({ name }: InventoryResponse) => api.deleteInventory(name),
    onSuccess: (_answer, { name }) => {
      say(words.deleted(name));
      // Nobody asks for what is gone.
      client.setQueryData(inventoriesQuery.queryKey, (all) => all?.filter((one) => one.name !== name));
      onClose();
      onDeleted?.();
      client.removeQueries({ queryKey: ['inventories', 'one', name], type: 'inactive' });
      void refreshInUse(client, name);
    },
  });
  return (
    <Confirm
      opened={inventory !== null}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={words.deleteTitle(shown?.name ?? '')}
      text={words.deleteText(shown?.deployments ?? 0)}
      action={words.delete}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => shown && remove.mutate(shown)}
    />
  );
}
