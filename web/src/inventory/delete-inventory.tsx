import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { InventoryResponse } from '../api/generated';
import { inventoriesQuery, refreshInUse } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';

const words = messages.inventory.list;

/** Asks before an inventory goes with all that it has. */
export function DeleteInventory({
  inventory: { name, deployments },
  isInRow = false,
  onDeleted,
}: {
  inventory: InventoryResponse;
  isInRow?: boolean;
  onDeleted?(): void;
}) {
  const client = useQueryClient();
  const forget = () => {
    // Nobody asks for what is gone.
    client.setQueryData(inventoriesQuery.queryKey, (all) => all?.filter((one) => one.name !== name));
    onDeleted?.();
    client.removeQueries({ queryKey: ['inventories', 'one', name], type: 'inactive' });
    void refreshInUse(client, name);
  };
  return (
    <ActButton
      {...(isInRow ? { 'aria-label': words.deleteOf(name) } : { size: 'sm' })}
      act={() => api.deleteInventory(name)}
      said={words.deleted(name)}
      onDone={forget}
      question={{ title: words.deleteTitle(name), text: words.deleteText(deployments), action: words.delete }}
    >
      {words.delete}
    </ActButton>
  );
}
