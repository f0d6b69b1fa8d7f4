import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { InventoryResponse } from '../api/generated';
import { inventoriesQuery, refreshInUse } from '../api/inventories';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { say } from '../parts/say';

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
  if (!inventory) return null;
  const { name, deployments } = inventory;
  const remove = async () => {
    await api.deleteInventory(name);
    say(words.deleted(name));
    // Nobody asks for what is gone.
    client.setQueryData(inventoriesQuery.queryKey, (all) => all?.filter((one) => one.name !== name));
    onClose();
    onDeleted?.();
    client.removeQueries({ queryKey: ['inventories', 'one', name], type: 'inactive' });
    void refreshInUse(client, name);
  };
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words.deleteTitle(name)}
      text={words.deleteText(deployments)}
      action={words.delete}
      onConfirm={remove}
    />
  );
}
