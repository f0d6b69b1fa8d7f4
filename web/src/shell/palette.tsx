import { Group, Text } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SoftwareResponse } from '../api/generated';
import { SHORTEST_SEARCH, useSoftwareSearch } from '../api/software';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { useBackCloses } from '../parts/back-closes';
import { isAddress, LONGEST_ADDRESS, looksLikeAddress } from '../parts/looks-like-address';
import { Name, visibleText } from '../parts/name';
import { type PaletteAction, paletteActions } from '../parts/palette-actions';
import { Tile } from '../parts/tile';
import { useScreens } from './screens';

const [store, actions] = createSpotlight();

/** What it opens besides what is in the menu. */
const MORE_SCREENS = [{ to: '/import', name: 'import' }] as const;

const words = messages.common.palette;
/** Products that are shown. */
const MOST = 12;
const HEIGHT = 'min(28rem, 70vh)';

/** Ctrl-K: goes to a screen, a favorite or a product by a few letters, and does things to the active row of the screen behind it. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [text, setText] = useState('');
  const [commands, setCommands] = useState<readonly PaletteAction[]>([]);
  useEffect(() => (isOpen ? actions.open() : actions.close()), [isOpen]);
  useBackCloses(isOpen, onClose);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      clearQueryOnClose
      scrollable
      maxHeight={HEIGHT}
      // It does not grow and shrink with what is found.
      styles={{ content: { height: HEIGHT } }}
      attributes={{ content: { 'aria-label': words.open } }}
      onSpotlightOpen={() => setCommands(paletteActions())}
      onSpotlightClose={onClose}
    >
      <Spotlight.Search
        placeholder={words.placeholder}
        aria-label={words.placeholder}
        maxLength={LONGEST_ADDRESS}
        leftSection={<Icon name="search" size={18} />}
      />
      <Spotlight.ActionsList>
        <Found text={text} commands={commands} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const has = (label: string, text: string) => label.toLowerCase().includes(text.trim().toLowerCase());

function Found({ text, commands }: { text: string; commands: readonly PaletteAction[] }) {
  const navigate = useNavigate();
  const isSearch = text.trim().length >= SHORTEST_SEARCH && !isAddress(text);
  // What can only be an address is no name.
  const search = useSoftwareSearch(isAddress(text) ? '' : text.slice(0, 100), { per_page: MOST });
  const products = isSearch ? (search.data?.data ?? []) : [];
  const isSimilar = search.data?.meta.similar ?? false;
  const screens = [...useScreens(), ...MORE_SCREENS].filter(({ name }) => has(messages.common.navigation[name], text));
  const isRisk = has(messages.risk.palette, text);
  const meant = commands.filter(({ label }) => has(label, text));
  const favorites = products.filter((one) => one.is_favorite);
  const others = products.filter((one) => !one.is_favorite);
  const open = ({ id }: SoftwareResponse) => void navigate({ to: '/software/$id', params: { id } });
  const address = looksLikeAddress(text) ? text.trim() : null;
  const isNothing = address === null && !isRisk && [screens, meant, products].every((list) => list.length === 0);
  return (
    <>
      {(screens.length > 0 || isRisk) && (
        <Spotlight.ActionsGroup label={words.screens}>
          {screens.map(({ to, name }) => (
            <Spotlight.Action
              key={to}
              label={messages.common.navigation[name]}
              leftSection={<Icon name={name} />}
              highlightQuery
              onClick={() => void navigate({ to })}
            />
          ))}
          {isRisk && (
            <Spotlight.Action
              label={messages.risk.palette}
              leftSection={<Icon name="favorites" />}
              highlightQuery
              onClick={() =>
                void navigate({ to: '/favorites', search: { vulnerable: 'true', sort: '-risk' } as never })
              }
            />
          )}
        </Spotlight.ActionsGroup>
      )}
      {meant.length > 0 && (
        <Spotlight.ActionsGroup label={words.actions}>
          {meant.map(({ id, label, run }) => (
            <Spotlight.Action key={id} label={visibleText(label)} leftSection={<Icon name="check" />} onClick={run} />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {address !== null && (
        <Spotlight.ActionsGroup label={words.address}>
          <Spotlight.Action
            label={visibleText(messages.lookup.lookUpText(address))}
            leftSection={<Icon name="search" />}
            onClick={() => void navigate({ to: '/search', search: { q: address, look: true } as never })}
          />
        </Spotlight.ActionsGroup>
      )}
      <Products label={words.favorites} products={favorites} onOpen={open} />
      <Products label={isSimilar ? words.similar : words.products} products={others} onOpen={open} />
      {isNothing && (
        <Spotlight.Empty>{isSearch && search.isFetching ? messages.common.loading : words.nothing}</Spotlight.Empty>
      )}
    </>
  );
}

const Products = ({
  label,
  products,
  onOpen,
}: {
  label: string;
  products: readonly SoftwareResponse[];
  onOpen: (one: SoftwareResponse) => void;
}) =>
  products.length > 0 && (
    <Spotlight.ActionsGroup label={label}>
      {products.map((one) => (
        <Spotlight.Action key={one.id} onClick={() => onOpen(one)}>
          <Group gap="sm" wrap="nowrap">
            <Tile name={one.name} icon={one.icon} />
            <span>
              <Text span fw={600} lineClamp={1}>
                <Name>{one.name}</Name>
              </Text>
              {one.publisher && (
                <Text span size="xs" c="dimmed" lineClamp={1}>
                  <Name>{one.publisher.name}</Name>
                </Text>
              )}
            </span>
          </Group>
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  );
