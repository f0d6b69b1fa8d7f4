import { Button, Group, Stack, Text } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NamedSoftware } from '../api/generated';
import { decide } from '../api/inventories';
import { messages } from '../messages';
import { AddressForm } from '../parts/address-form';
import { AddressLookup } from '../parts/address-lookup';
import { Dialog } from '../parts/dialog';
import { Name, visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { ProductField, type Product } from '../parts/track-form';
import type { UnknownComponent } from './unknown-actions';
import { wordOf } from './word-of';

const words = messages.inventory.decision;

/** Asks which product a component is, or adds it by its address. The inventory remembers it. */
export default function ProductDialog({
  inventory,
  component,
  suggested,
  onClose,
  onDecided,
}: {
  inventory: string;
  component: UnknownComponent;
  suggested: readonly NamedSoftware[];
  onClose(): void;
  onDecided(product: Product): void;
}) {
  const [chosen, setChosen] = useState<Product | undefined>();
  const [text, setText] = useState(addressOf(component));
  const [address, setAddress] = useState('');
  const send = useMutation({
    mutationFn: (product: Product) => decide(inventory, [component], product.id),
    onSuccess: (_answer, product) => onDecided(product),
  });
  const take = (next: string) => {
    setText(next);
    setAddress(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) send.mutate(chosen);
  };
  return (
    <Dialog opened onClose={onClose} size="lg" title={<bdi>{words.whichTitle(visibleText(component.name))}</bdi>}>
      <Stack>
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
        <AddressForm
          label={words.addText}
          action={messages.lookup.lookUp}
          isSecondary
          value={text}
          onChange={setText}
          onSubmit={setAddress}
        />
        {address !== '' && (
          <AddressLookup
            key={address}
            address={address}
            version={component.version ?? undefined}
            tracks={false}
            knownAction={words.isThis}
            onKnown={(product) => send.mutate(product)}
            onAdded={(product) => send.mutate(product)}
            onAddress={take}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** Images as people write them; what has no package URL by its name, which somebody makes an address of. */
const addressOf = ({ purl, name, version }: UnknownComponent): string => {
  if (purl === null) return name;
  return purl.startsWith('pkg:docker/') && version !== null && /^[\w.-]+$/.test(version) ? `${name}:${version}` : purl;
};
