import { Button, Group, Stack, Text } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NamedSoftware } from '../api/generated';
import { decide, type NamedComponent } from '../api/inventories';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { Name, visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { ProductField, type Product } from '../parts/track-form';
import { wordOf } from './word-of';

const words = messages.inventory.decision;

/** Asks which product a component is. The inventory remembers it. */
export function ProductDialog({
  inventory,
  component,
  suggested,
  onClose,
  onDecided,
}: {
  inventory: string;
  component: NamedComponent;
  suggested: readonly NamedSoftware[];
  onClose(): void;
  onDecided(product: Product): void;
}) {
  const [chosen, setChosen] = useState<Product | undefined>();
  const send = useMutation({
    mutationFn: (product: Product) => decide(inventory, [component], product.id),
    onSuccess: (_answer, product) => onDecided(product),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) send.mutate(chosen);
  };
  return (
    <Dialog opened onClose={onClose} title={<bdi>{words.whichTitle(visibleText(component.name))}</bdi>}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{words.whichText(inventory)}</Text>
          {suggested.length > 0 && (
            <Group gap="xs">
              {suggested.map((one) => (
                <Button key={one.id} size="xs" variant="default" onClick={() => setChosen(one)}>
                  <Name>{one.name}</Name>
                </Button>
              ))}
            </Group>
          )}
          <ProductField chosen={chosen} onChoose={setChosen} mayBeTracked given={wordOf(component.name)} />
          {send.error && <ProblemNote error={send.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" loading={send.isPending} disabled={!chosen}>
              {words.isThis}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
