import { Anchor, Text } from './ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SoftwareResponse } from '../api/generated';
import { useSoftwareSearch } from '../api/software';
import { messages } from '../messages';
import { AddressLookup, Known } from './address-lookup';
import { looksLikeAddress } from './looks-like-address';
import { visibleText } from './name';
import { QueryNote } from './problem-note';
import { say } from './say';
import { SlowSkeleton } from './slow-skeleton';
import { TrackDialog } from './track-dialog';

const words = messages.lookup;

interface FoundProps {
  text: string;
  onText(text: string): void;
  /** It is tracked, is added, or was a favorite already. */
  onProduct(product: SoftwareResponse): void;
}

/** What an address means, or which products are called so, and the way to track them. */
export function Found({ text, onText, onProduct }: FoundProps) {
  const [tracking, setTracking] = useState<SoftwareResponse | null>(null);
  const take = (product: SoftwareResponse) => (product.is_favorite ? onProduct(product) : setTracking(product));
  return (
    <>
      {looksLikeAddress(text) ? (
        <AddressLookup
          key={text}
          address={text}
          tracks
          knownAction={words.track}
          onKnown={take}
          onAdded={(product) => {
            const name = visibleText(product.name);
            say(product.is_favorite ? words.tracked(name) : words.added(name));
            onProduct(product);
          }}
          onAddress={onText}
        />
      ) : (
        <Named text={text} onKnown={take} />
      )}
      <TrackDialog
        opened={tracking !== null}
        onClose={() => setTracking(null)}
        software={tracking ?? undefined}
        onTracked={() => tracking && onProduct(tracking)}
      />
    </>
  );
}

/** So many of a search are shown in place. */
const HITS = 5;

function Named({ text, onKnown }: { text: string; onKnown(product: SoftwareResponse): void }) {
  const search = useSoftwareSearch(text, {
    per_page: HITS,
    include: ['includePublisher', 'includeLatestVersion', 'includeFreshness', 'includeIcon'],
  });
  if (search.error) return <QueryNote of={search} />;
  if (!search.data) return <SlowSkeleton rows={3} />;
  const { data: products, meta } = search.data;
  return (
    <>
      {products.length > 0 && (
        <Known title={words.named(text)} products={products} action={words.track} onKnown={onKnown} />
      )}
      {(products.length === 0 || (meta.total ?? 0) > HITS) && (
        <Text size="sm" mt="xs">
          {products.length === 0 && `${messages.software.search.nothing(text)} ${words.notFound} `}
          <Anchor component={Link} to="/search" search={{ q: text } as never}>
            {words.searchFor}
          </Anchor>
        </Text>
      )}
    </>
  );
}
