import { Button, Group } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { NamedSoftware } from '../api/generated';
import { decide } from '../api/inventories';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { say, sayRefused } from '../parts/say';
import { TrackDialog } from '../parts/track-dialog';
import { ProductDialog } from './product-dialog';

const words = messages.inventory.decision;
const AddDialog = lazy(() => import('./add-dialog'));

/** A component without a product. */
export interface UnknownComponent {
  name: string;
  purl: string | null;
  version: string | null;
}

/** What can be done about a component that nobody knows: it is a product, it becomes one, or it is ignored. */
export function UnknownActions({
  inventory,
  component,
  suggested,
  isProduct,
  onDecided,
}: {
  inventory: string;
  component: UnknownComponent;
  suggested: readonly NamedSoftware[];
  /** Whether the suggested one is its product, and only the version is missing. */
  isProduct: boolean;
  onDecided(): void;
}) {
  const isAway = useAwaySince() !== null;
  const [open, setOpen] = useState<'product' | 'add' | 'track' | null>(null);
  const name = visibleText(component.name);
  const done = (text: string) => {
    setOpen(null);
    say(text);
    onDecided();
  };
  const ignore = useMutation({
    mutationFn: () => decide(inventory, [component], null),
    onSuccess: () => done(words.ignored(name)),
    onError: sayRefused,
  });
  const close = () => setOpen(null);
  const button = { size: 'compact-sm', variant: 'default', disabled: isAway } as const;
  return (
    <Group gap="xs">
      {isProduct ? (
        <Button {...button} onClick={() => setOpen('track')} aria-label={words.sayVersionOf(name)}>
          {words.sayVersion}
        </Button>
      ) : (
        <>
          <Button {...button} onClick={() => setOpen('product')} aria-label={words.itIsOf(name)}>
            {words.itIs}
          </Button>
          <Button {...button} onClick={() => setOpen('add')} aria-label={words.addOf(name)}>
            {words.add}
          </Button>
        </>
      )}
      <Button {...button} loading={ignore.isPending} onClick={() => ignore.mutate()} aria-label={words.ignoreOf(name)}>
        {words.ignore}
      </Button>
      {open === 'product' && (
        <ProductDialog
          inventory={inventory}
          component={component}
          suggested={suggested}
          onClose={close}
          onDecided={(product) => done(words.known(name, visibleText(product.name)))}
        />
      )}
      {open === 'add' && (
        <Suspense fallback={null}>
          <AddDialog
            inventory={inventory}
            component={component}
            onClose={close}
            onDecided={(product) => done(words.known(name, visibleText(product.name)))}
          />
        </Suspense>
      )}
      <TrackDialog opened={open === 'track'} onClose={close} software={suggested[0]} onTracked={onDecided} />
    </Group>
  );
}
