import { Button, Group, Text } from '../parts/ui';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { AmbiguousEntry, UnmatchedEntry } from '../api/generated';
import { decide } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { visibleText } from '../parts/name';
import { say } from '../parts/say';
import { sentence } from '../parts/text';
import { TrackDialog } from '../parts/track-dialog';
import type { ProductLinkProps } from './product-link';

const words = messages.inventory.decision;
const ProductDialog = lazy(() => import('./product-dialog'));

/** A component without a product, or with several. */
export type UnknownComponent = UnmatchedEntry | AmbiguousEntry;

/** Why it is unknown, and the products that it may be. */
export function Reason({ one, Product }: { one: UnknownComponent; Product: ComponentType<ProductLinkProps> }) {
  const { candidates, isProduct } = nearestTo(one);
  const { nearest, candidates: oneOf } = messages.inventory.preview;
  const before = 'candidates' in one ? oneOf : isProduct ? messages.inventory.unmatched.isProduct : nearest;
  return (
    <Text size="sm" component="div">
      {'reason' in one && sentence(one.reason)} {candidates.length > 0 && before}{' '}
      {candidates.map((product, index) => (
        <span key={product.id}>
          {index > 0 && ', '}
          <Product product={product} />
        </span>
      ))}
    </Text>
  );
}

const nearestTo = (one: UnknownComponent) =>
  'candidates' in one
    ? { candidates: one.candidates, isProduct: false }
    : { candidates: one.nearest ? [one.nearest] : [], isProduct: one.is_product };

/** What can be done about a component that nobody knows: it is a product, it becomes one, or it is ignored. */
export function UnknownActions({
  inventory,
  component,
  onDecided,
}: {
  inventory: string;
  component: UnknownComponent;
  onDecided(): void;
}) {
  const { candidates: suggested, isProduct } = nearestTo(component);
  const isAway = useAwaySince() !== null;
  const [open, setOpen] = useState<'product' | 'track' | null>(null);
  const name = visibleText(component.name);
  const close = () => setOpen(null);
  const button = { size: 'compact-sm', variant: 'default', disabled: isAway } as const;
  return (
    <Group gap="xs">
      {isProduct ? (
        <Button {...button} onClick={() => setOpen('track')} aria-label={words.sayVersionOf(name)}>
          {words.sayVersion}
        </Button>
      ) : (
        <Button {...button} onClick={() => setOpen('product')} aria-label={words.itIsOf(name)}>
          {words.itIs}
        </Button>
      )}
      <ActButton
        size="compact-sm"
        act={() => decide(inventory, [component], null)}
        said={words.ignored(name)}
        onDone={onDecided}
        aria-label={words.ignoreOf(name)}
      >
        {words.ignore}
      </ActButton>
      {open === 'product' && (
        <Suspense fallback={null}>
          <ProductDialog
            inventory={inventory}
            component={component}
            suggested={suggested}
            onClose={close}
            onDecided={(product) => {
              close();
              say(words.known(name, visibleText(product.name)));
              onDecided();
            }}
          />
        </Suspense>
      )}
      <TrackDialog opened={open === 'track'} onClose={close} software={suggested[0]} onTracked={onDecided} />
    </Group>
  );
}
