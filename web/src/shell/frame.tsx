import type { ElementType, ReactNode } from 'react';
import { messages } from '../messages';
import { Icon, type IconName } from '../parts/icon';

const words = messages.common.navigation;

/** The screens in the menu, with the letter that follows `g`. */
export const SCREENS = [
  { to: '/updates', name: 'updates', key: 'u' },
  { to: '/favorites', name: 'favorites', key: 'f' },
  { to: '/search', name: 'search', key: 's' },
  { to: '/inventories', name: 'inventories', key: 'i' },
  { to: '/channels', name: 'channels', key: 'c' },
  { to: '/notifications', name: 'notifications', key: 'l' },
  { to: '/history', name: 'history', key: 'h' },
  { to: '/tokens', name: 'tokens', key: 't' },
  { to: '/sessions', name: 'sessions', key: 'e' },
  { to: '/profile', name: 'profile', key: 'p' },
] as const satisfies { to: string; name: IconName & keyof typeof words; key: string }[];

/** A screen of the menu. */
export interface Screen {
  to: string;
  name: IconName & keyof typeof words;
}

/** Those at the foot of a phone; the others are in its menu. */
const NEAR = SCREENS.filter(({ name }) => ['updates', 'favorites', 'search', 'channels'].includes(name));

/**
 * What is around every screen of somebody who is signed in. The build writes it into the page as HTML, too, with its styles
 * (theme/frame.css): so it has no component of Mantine, and nothing of a browser.
 */
export function Frame({
  link: Link,
  path,
  isOpen = false,
  onMenu,
  onSearch,
  onGone,
  searchKey,
  screens = SCREENS,
  counts = {},
  account,
  children,
}: {
  /** `a`, or a component that takes the same. */
  link: ElementType<{ href: string }>;
  /** Of the address. */
  path: string;
  /** Whether narrow windows show the menu. */
  isOpen?: boolean;
  onMenu?: () => void;
  onSearch?: () => void;
  /** A screen of the menu was chosen. */
  onGone?: () => void;
  searchKey: string;
  /** In the menu. */
  screens?: readonly Screen[];
  /** What stands beside a screen in the menu. */
  counts?: Partial<Record<string, ReactNode>>;
  account?: ReactNode;
  children: ReactNode;
}) {
  const brand = (
    <Link href="/updates" className="frame-brand">
      <img src="/icon.svg" width={24} height={24} alt="" />
      <span>{messages.common.name}</span>
    </Link>
  );
  const isAt = (to: string) => path === to || path.startsWith(`${to}/`) || undefined;
  const menu = (
    <button type="button" className="frame-button" aria-label={words.open} aria-expanded={isOpen} onClick={onMenu}>
      <Icon name={isOpen ? 'close' : 'menu'} size={22} />
    </button>
  );
  return (
    <div className="frame">
      <a href="#content" className="frame-skip">
        {words.skip}
      </a>
      <header className="frame-header">
        {menu}
        {brand}
        <button type="button" className="frame-button" aria-label={words.search} onClick={onSearch}>
          <Icon name="search" />
        </button>
      </header>
      <nav className="frame-nav" aria-label={words.label} data-open={isOpen || undefined}>
        <div className="frame-top">
          {brand}
          <button type="button" className="frame-search" onClick={onSearch}>
            <Icon name="search" size={16} />
            <span>{messages.common.palette.open}</span>
            <kbd className="frame-key">{searchKey}</kbd>
          </button>
        </div>
        <div className="frame-screens">
          {screens.map(({ to, name }) => (
            <Link
              key={to}
              href={to}
              className="frame-link"
              data-active={isAt(to)}
              aria-current={path === to ? 'page' : undefined}
              onClick={onGone}
            >
              <Icon name={name} />
              <span>{words[name]}</span>
              {counts[name]}
            </Link>
          ))}
        </div>
        <a href="/docs" className="frame-link">
          <Icon name="book" />
          <span>{words.docs}</span>
        </a>
        <div className="frame-account">{account}</div>
      </nav>
      <main id="content" tabIndex={-1} className="frame-main">
        {children}
      </main>
      <nav className="frame-foot" aria-label={words.near}>
        {NEAR.map(({ to, name }) => (
          <Link
            key={to}
            href={to}
            className="frame-near"
            data-active={isAt(to)}
            aria-current={path === to ? 'page' : undefined}
            onClick={onGone}
          >
            <Icon name={name} />
            <span>{words[name]}</span>
          </Link>
        ))}
        {menu}
      </nav>
    </div>
  );
}
