import type { ElementType, ReactNode } from 'react';
import { messages } from '../messages';
import { Icon, type IconName } from '../parts/icon';

const words = messages.common.navigation;

/** A screen, with the letter that follows `g`. */
export interface Screen {
  to: string;
  name: IconName & keyof typeof words;
  key?: string;
}

/** What people do every day. */
export const MENU: readonly Screen[] = [
  { to: '/updates', name: 'updates', key: 'u' },
  { to: '/favorites', name: 'favorites', key: 'f' },
  { to: '/inventories', name: 'inventories', key: 'i' },
  { to: '/channels', name: 'channels', key: 'c' },
];

/** What the box on top and tabs lead to. */
export const ELSEWHERE: readonly Screen[] = [
  { to: '/search', name: 'search', key: 's' },
  { to: '/notifications', name: 'notifications', key: 'l' },
  { to: '/import', name: 'import' },
];

/** Behind the gear. */
export const GEAR: readonly Screen[] = [
  { to: '/history', name: 'history', key: 'h' },
  { to: '/profile', name: 'profile', key: 'p' },
  { to: '/tokens', name: 'tokens', key: 't' },
  { to: '/sessions', name: 'sessions', key: 'e' },
];

/** At the foot of narrow windows; the others are in their menu. */
const NEAR = [MENU[0]!, MENU[1]!, ELSEWHERE[0]!, MENU[3]!];
/** Which of the menu a screen is of. */
const HOMES: Record<string, string> = {
  '/notifications': '/channels',
  '/import': '/inventories',
  '/group': '/inventories',
};

/**
 * What is around every screen of somebody who is signed in. The build writes it into the page as HTML, too, with its styles
 * (theme/frame.css): so it has nothing of a browser.
 */
export function Frame({
  link: Link,
  path,
  isOpen = false,
  onMenu,
  onSearch,
  onGone,
  searchKey,
  gear = GEAR,
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
  /** Behind the gear. */
  gear?: readonly Screen[];
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
  const isAt = (to: string) =>
    [path, `${HOMES[path] ?? ''}/`].some((one) => one === to || one.startsWith(`${to}/`)) || undefined;
  const gone = () => {
    document.querySelector<HTMLElement>('.frame-more:popover-open')?.hidePopover();
    onGone?.();
  };
  const screen = ({ to, name }: Screen, className = 'frame-link') => (
    <Link
      key={to}
      href={to}
      className={className}
      data-active={isAt(to)}
      aria-current={path === to ? 'page' : undefined}
      onClick={gone}
    >
      <Icon name={name} />
      <span>{words[name]}</span>
      {className === 'frame-link' && counts[name]}
    </Link>
  );
  return (
    <div className="frame">
      <a href="#content" className="frame-skip">
        {words.skip}
      </a>
      <header className="frame-header">
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
        <div className="frame-screens">{MENU.map((one) => screen(one))}</div>
        <div id="frame-gear" popover="auto" className="frame-more" aria-label={words.gear} role="group">
          {gear.map((one) => screen(one))}
          <a href="/docs" className="frame-link">
            <Icon name="book" />
            <span>{words.docs}</span>
          </a>
          {account}
        </div>
        <button type="button" className="frame-link frame-gear" popoverTarget="frame-gear">
          <Icon name="gear" />
          <span>{words.gear}</span>
        </button>
      </nav>
      <main id="content" tabIndex={-1} className="frame-main">
        {children}
      </main>
      <nav className="frame-foot" aria-label={words.near}>
        {NEAR.map((one) => screen(one, 'frame-near'))}
        <button type="button" className="frame-button" aria-label={words.open} aria-expanded={isOpen} onClick={onMenu}>
          <Icon name={isOpen ? 'close' : 'menu'} size={22} />
        </button>
      </nav>
    </div>
  );
}
