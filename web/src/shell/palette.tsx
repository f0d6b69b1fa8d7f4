import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { docsQuery } from '../api/docs';
import type { SoftwareResponse } from '../api/generated';
import { SHORTEST_SEARCH, useSoftwareSearch } from '../api/software';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { Icon, type IconName } from '../parts/icon';
import { isAddress, LONGEST_ADDRESS, looksLikeAddress } from '../parts/looks-like-address';
import { Name, visibleText } from '../parts/name';
import { type PaletteAction, paletteActions } from '../parts/palette-actions';
import { signOut } from '../parts/sign-out';
import { Tile } from '../parts/tile';
import { Text } from '../parts/ui';
import { Combobox } from '../parts/ui/combobox';
import { useScheme } from '../theme/scheme';
import { ELSEWHERE, MENU } from './frame';
import classes from './palette.module.css';
import { useGear } from './screens';

const words = messages.common.palette;
/** Products that are shown, and pages of the documentation. */
const MOST = 12;
const MOST_PAGES = 5;

interface Entry {
  key: string;
  label: string;
  shown: ReactNode;
  run: () => void;
}

/** Ctrl-K: goes to a screen, a favorite, a product or a page of the documentation by a few letters, and does things to the active row of the screen behind it. */
export const Palette = ({ isOpen, onClose, onAdd }: { isOpen: boolean; onClose: () => void; onAdd: () => void }) => (
  <Dialog opened={isOpen} onClose={onClose} size="lg" label={words.open} withCloseButton={false}>
    <Content onClose={onClose} onAdd={onAdd} />
  </Dialog>
);

function Content({ onClose, onAdd }: { onClose: () => void; onAdd: () => void }) {
  const [text, setText] = useState('');
  const { groups, nothing } = useFound(text, onAdd);
  const choose = (entry: Entry) => {
    onClose();
    entry.run();
  };
  return (
    <div className={classes.palette}>
      <Combobox
        isOpen
        label={words.placeholder}
        field={{ placeholder: words.placeholder, maxLength: LONGEST_ADDRESS, autoFocus: true }}
        groups={groups}
        keyOf={({ key }) => key}
        textOf={({ label }) => label}
        show={({ shown }) => shown}
        text={text}
        onText={setText}
        onChoose={choose}
        nothing={nothing}
      />
    </div>
  );
}

const has = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase());

function useFound(text: string, onAdd: () => void) {
  const navigate = useNavigate();
  const go = (to: string, search: object = {}) => void navigate({ to, search: search as never });
  // Those of the screen behind it, as they were when it opened.
  const [commands] = useState(paletteActions);
  const [scheme, setScheme] = useScheme();
  const theme = scheme === 'dark' ? 'light' : 'dark';
  const isSearch = text.trim().length >= SHORTEST_SEARCH && !isAddress(text);
  // What can only be an address is no name.
  const search = useSoftwareSearch(isAddress(text) ? '' : text.slice(0, 100), { per_page: MOST });
  const products = isSearch ? (search.data?.data ?? []) : [];
  const entry = (icon: IconName, label: string, run: () => void): Entry => ({
    key: label,
    label,
    shown: (
      <>
        <Icon name={icon} />
        <span>{label}</span>
      </>
    ),
    run,
  });
  const ofProduct = (one: SoftwareResponse): Entry => ({
    key: one.id,
    label: one.name,
    shown: <Product one={one} />,
    run: () => go(`/software/${one.id}`),
  });
  const screens = [
    ...[...MENU, ...ELSEWHERE, ...useGear()].map(({ to, name }) =>
      entry(name, messages.common.navigation[name], () => go(to)),
    ),
    entry('favorites', messages.risk.palette, () => go('/favorites', { vulnerable: 'true', sort: '-risk' })),
  ];
  const everywhere: Omit<PaletteAction, 'id'>[] = [
    { label: words.add, run: onAdd },
    { label: words.newChannel, run: () => go('/channels/new') },
    { label: words.newToken, run: () => go('/tokens', { new: 'yes' }) },
    { label: words.theme(theme), run: () => setScheme(theme) },
    { label: messages.common.navigation.signOut, run: () => void signOut() },
  ];
  const actions = [...commands, ...everywhere].map(({ label, run }) => entry('check', visibleText(label), run));
  const q = text.trim();
  const lookUp = entry('search', visibleText(messages.lookup.lookUpText(q)), () => go('/search', { q, look: true }));
  const searchFor = entry('search', visibleText(words.search(q)), () => go('/search', { q }));
  const isLookedUp = looksLikeAddress(text);
  const pages = useQuery(docsQuery).data ?? [];
  const docs = (isSearch ? pages : [])
    .filter(([, title]) => has(title, q))
    .map(([address, title]) => ({ ...entry('book', title, () => window.location.assign(address)), key: address }));
  const groups = [
    { label: words.screens, items: screens.filter(({ label }) => has(label, q)) },
    { label: words.actions, items: actions.filter(({ label }) => has(label, q)) },
    { label: words.address, items: isLookedUp ? [lookUp] : [] },
    { items: isSearch && !isLookedUp ? [searchFor] : [] },
    { label: words.favorites, items: products.filter((one) => one.is_favorite).map(ofProduct) },
    { label: messages.common.navigation.docs, items: docs.slice(0, MOST_PAGES) },
    {
      label: search.data?.meta.similar ? words.similar : words.products,
      items: products.filter((one) => !one.is_favorite).map(ofProduct),
    },
  ];
  return { groups, nothing: isSearch && search.isFetching ? messages.common.loading : words.nothing };
}

const Product = ({ one }: { one: SoftwareResponse }) => (
  <>
    <Tile name={one.name} icon={one.icon} />
    <span className={classes.product}>
      <Text span fw={600} lineClamp={1}>
        <Name>{one.name}</Name>
      </Text>
      {one.publisher && (
        <Text span size="xs" c="dimmed" lineClamp={1}>
          <Name>{one.publisher.name}</Name>
        </Text>
      )}
    </span>
  </>
);
