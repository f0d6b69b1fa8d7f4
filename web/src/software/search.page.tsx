import { Button, Group, Pagination, Text, TextInput } from '../parts/ui';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SoftwareResponse } from '../api/generated';
import { catalogueSizeQuery, SHORTEST_SEARCH, useSoftwareSearch } from '../api/software';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { isAddress, isLookedUp, LONGEST_ADDRESS, looksLikeAddress } from '../parts/looks-like-address';
import { Found } from '../parts/found';
import { Name } from '../parts/name';
import { Page } from '../parts/page';
import { OwnProduct } from '../parts/new-product';
import { ProblemNote } from '../parts/problem-note';
import { ProductGrid } from '../parts/product-grid';
import { useShortcuts } from '../parts/shortcuts';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './search.module.css';

const words = messages.software.search;
const ROWS = 50;
/** Characters of a search; what is longer can only be an address. */
const LONGEST = 100;

/** Finds products in the catalogue. The text is in the address. */
export function SearchPage() {
  const { q = '', page = 1, look = false } = useSearch({ from: '/shell/search' });
  const navigate = useNavigate({ from: '/search' });
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(q);
  // The address may change by the back button, or by a link.
  const [shown, setShown] = useState(q);
  if (shown !== q) {
    setShown(q);
    if (q !== text.trim()) setText(q);
  }
  useEffect(() => field.current?.focus(), []);
  useShortcuts({ '/': () => field.current?.focus() });
  const type = (next: string) => {
    setText(next);
    const { length } = next.trim();
    void navigate({ search: length > 0 ? { q: next.trim() } : {}, replace: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = list.current?.querySelector<HTMLElement>('[role="row"][data-id]');
    if (event.key === 'ArrowDown' && row) {
      event.preventDefault();
      row.focus();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (row) void navigate({ to: '/software/$id', params: { id: row.dataset.id! } });
    else if (looksLikeAddress(text)) lookUp(text.trim());
  };
  const lookUp = (address: string) => void navigate({ search: { q: address, look: true }, replace: true });
  const isSearched = text.trim().length >= SHORTEST_SEARCH && text.trim().length <= LONGEST && !isAddress(text);
  return (
    <Page title={messages.common.navigation.search}>
      <TextInput
        ref={field}
        type="search"
        aria-label={words.field}
        placeholder={words.placeholder}
        maxLength={LONGEST_ADDRESS}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={list} className={classes.below}>
        {looksLikeAddress(text) && <Address text={text} isAsked={look && q === text.trim()} onLookUp={lookUp} />}
        {text.trim().length < SHORTEST_SEARCH && <Text c="dimmed">{words.hint}</Text>}
        {isSearched && (
          <Results
            text={text}
            isAsked={look && q === text.trim()}
            page={page}
            onPage={(next) => void navigate({ search: { q, page: next > 1 ? next : undefined } })}
            onLeave={() => field.current?.focus()}
          />
        )}
      </div>
    </Page>
  );
}

function Results(props: { text: string; isAsked: boolean; page: number; onPage(page: number): void; onLeave(): void }) {
  const { text, isAsked, page, onPage, onLeave } = props;
  const size = useQuery(catalogueSizeQuery);
  const { data, error, isPending, refetch } = useSoftwareSearch(text, {
    per_page: ROWS,
    page,
    include: ['includeLatestVersion', 'includeFreshness', 'includeFavorite'],
  });
  if (error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SlowSkeleton rows={8} />;
  const total = data.meta.total ?? data.data.length;
  if (total === 0) return <Nothing text={text.trim()} isAsked={isAsked} />;
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="0.5rem">
        <Text size="sm" c="dimmed" role="status">
          {data.meta.similar ? words.similar(text.trim()) : words.found(total, size.data)}
        </Text>
        <Text size="sm" c="dimmed" className={classes.keys}>
          {words.keys}
        </Text>
      </Group>
      <ProductGrid label={words.results(text.trim())} rows={data.data} search={text.trim()} onLeave={onLeave} />
      {total > ROWS && <Pagination value={page} total={Math.ceil(total / ROWS)} onChange={onPage} />}
    </>
  );
}

/** No product is called so. What may be an address is looked up above. */
function Nothing({ text, isAsked }: { text: string; isAsked: boolean }) {
  if (isAsked || isLookedUp(text)) return null;
  if (looksLikeAddress(text))
    return (
      <Text size="sm" c="dimmed" role="status">
        {words.nothing(text)}
      </Text>
    );
  return (
    <Empty title={words.nothing(text)}>
      <Text c="dimmed">{messages.lookup.notFound}</Text>
      <OwnProduct key={text} given={text} />
    </Empty>
  );
}

/** What can only be an address is looked up once nobody types any more; what may be a name, too, when somebody asks for it. */
function Address({ text, isAsked, onLookUp }: { text: string; isAsked: boolean; onLookUp(address: string): void }) {
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(text.trim(), 500);
  const address = text.trim();
  const open = ({ id }: SoftwareResponse) => void navigate({ to: '/software/$id', params: { id } });
  if (!isAsked && !(isLookedUp(address) && settled === address))
    return (
      <Button mb="md" variant="light" onClick={() => onLookUp(address)} className={classes.lookUp!}>
        <span className="one-line">
          <Name>{messages.lookup.lookUpText(address)}</Name>
        </span>
      </Button>
    );
  return (
    <div className={classes.address}>
      <Found text={address} onText={onLookUp} onProduct={open} />
    </div>
  );
}
