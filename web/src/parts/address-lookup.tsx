import { Button, Group, Stack, Text } from './ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../api/problem';
import type { SoftwareResponse } from '../api/generated';
import { lookupQuery } from '../api/lookup';
import { messages } from '../messages';
import { unknownWords } from './known-words';
import { Name, visibleText } from './name';
import { NewProduct } from './new-product';
import { Panel } from './panel';
import { ProblemNote } from './problem-note';
import { SlowSkeleton } from './slow-skeleton';
import { Tile } from './tile';

const words = messages.lookup;

export interface AddressLookupProps {
  address: string;
  /** The version in use, as somebody or a file says. */
  version?: string | undefined;
  /** Whether the version in use is asked for, so that the product becomes a favorite. */
  tracks: boolean;
  /** What is done with a product that is known: its button. */
  knownAction: string;
  onKnown(product: SoftwareResponse): void;
  onAdded(product: SoftwareResponse): void;
  onAddress(address: string): void;
}

/** What an address means: a product that is known, one that can be added, or several to choose from. */
export function AddressLookup(props: AddressLookupProps) {
  const { address, version, knownAction, onKnown, onAddress } = props;
  const [form, setForm] = useState<string | undefined>();
  const lookup = useQuery(lookupQuery(address, version, form));
  if (isProblem(lookup.error, 403)) return <MayNot />;
  if (lookup.error && !lookup.isPlaceholderData)
    return <ProblemNote error={lookup.error} onRetry={() => void lookup.refetch()} />;
  if (!lookup.data) return <Waiting address={address} />;
  const { state, products, preview, choices, may_add: mayAdd } = lookup.data;
  if (state === 'choice')
    return (
      <Panel>
        <Stack gap="xs">
          <Text fw={600}>{words.choices}</Text>
          {choices.map((one) => (
            <Button key={one.address} variant="default" justify="flex-start" onClick={() => onAddress(one.address)}>
              <Name>{one.title}</Name>
            </Button>
          ))}
        </Stack>
      </Panel>
    );
  if (state === 'known' || preview === null)
    return <Known title={words.known(products.length)} products={products} action={knownAction} onKnown={onKnown} />;
  if (!mayAdd) return <MayNot name={preview.name} />;
  return (
    <NewProduct
      key={address}
      {...props}
      preview={preview}
      proposed={version ?? lookup.data.version ?? ''}
      isChanging={lookup.isFetching}
      onForm={setForm}
      form={form}
    />
  );
}

/** Products of the catalogue, each with what is done with it. */
export const Known = ({
  title,
  products,
  action,
  onKnown,
}: {
  title: string;
  products: readonly SoftwareResponse[];
  action: string;
  onKnown(product: SoftwareResponse): void;
}) => (
  <Panel>
    <Stack gap="sm">
      <Text fw={600}>{title}</Text>
      {products.map((one) => (
        <Group key={one.id} gap="sm" wrap="nowrap">
          <Tile name={one.name} icon={one.icon} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={600}>
              <Name>{one.name}</Name>
            </Text>
            <Text size="sm" c="dimmed">
              <Name>
                {[one.publisher?.name, one.latest_version?.version, one.freshness && unknownWords(one.freshness)]
                  .filter(Boolean)
                  .join(' · ')}
              </Name>
            </Text>
          </div>
          <Button
            onClick={() => onKnown(one)}
            aria-label={`${action} ${visibleText(one.name)}`}
            variant={one.is_favorite ? 'default' : 'filled'}
          >
            {one.is_favorite ? words.open : action}
          </Button>
        </Group>
      ))}
    </Stack>
  </Panel>
);

const Waiting = ({ address }: { address: string }) => (
  <div role="status">
    <Text size="sm" c="dimmed" mb="xs">
      <Name>{words.asking(address)}</Name>
    </Text>
    <SlowSkeleton rows={4} />
  </div>
);

/** Whom to ask, for those who may not add products themselves. */
const MayNot = ({ name }: { name?: string }) => (
  <Panel>
    <Text fw={600}>{name ? words.mayNotName(visibleText(name)) : words.mayNot}</Text>
    <Text size="sm" mt={4}>
      {words.mayNotText}
    </Text>
  </Panel>
);
