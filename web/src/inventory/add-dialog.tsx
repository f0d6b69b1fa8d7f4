import { Stack, Text } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decide } from '../api/inventories';
import { messages } from '../messages';
import { AddressForm } from '../parts/address-form';
import { AddressLookup } from '../parts/address-lookup';
import { Dialog } from '../parts/dialog';
import { visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import type { Product } from '../parts/track-form';
import type { UnknownComponent } from './unknown-actions';

const words = messages.inventory.decision;

/** Adds the product of a component, by an address, and says that it is the component's. */
export default function AddDialog({
  inventory,
  component,
  onClose,
  onDecided,
}: {
  inventory: string;
  component: UnknownComponent;
  onClose(): void;
  onDecided(product: Product): void;
}) {
  const [text, setText] = useState(addressOf(component));
  const [address, setAddress] = useState(component.purl === null ? '' : text);
  const say = useMutation({
    mutationFn: (product: Product) => decide(inventory, [component], product.id),
    onSuccess: (_answer, product) => onDecided(product),
  });
  const take = (next: string) => {
    setText(next);
    setAddress(next);
  };
  return (
    <Dialog opened onClose={onClose} size="lg" title={<bdi>{words.addTitle(visibleText(component.name))}</bdi>}>
      <Stack>
        <Text size="sm">{words.addText}</Text>
        <AddressForm
          label={messages.lookup.address}
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
            onKnown={(product) => say.mutate(product)}
            onAdded={(product) => say.mutate(product)}
            onAddress={take}
          />
        )}
        {say.error && <ProblemNote error={say.error} />}
      </Stack>
    </Dialog>
  );
}

/** Images as people write them; what has no package URL by its name, which somebody makes an address of. */
const addressOf = ({ purl, name, version }: UnknownComponent): string => {
  if (purl === null) return name;
  return purl.startsWith('pkg:docker/') && version !== null && /^[\w.-]+$/.test(version) ? `${name}:${version}` : purl;
};
