import { Badge, NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { sessionQuery, summaryQuery } from '../api/queries';
import { messages } from '../messages';
import { Icon, type IconName } from '../parts/icon';

const words = messages.common.navigation;

/** The screens in the menu, with the letter that follows `g`. */
export const SCREENS = [
  { to: '/updates', name: 'updates', key: 'u' },
  { to: '/favorites', name: 'favorites', key: 'f' },
  { to: '/search', name: 'search', key: 's' },
  { to: '/inventories', name: 'inventories', key: 'i' },
  { to: '/behind', name: 'behind', key: 'b' },
  { to: '/channels', name: 'channels', key: 'c' },
  { to: '/notifications', name: 'notifications', key: 'l' },
  { to: '/tokens', name: 'tokens', key: 't' },
  { to: '/sessions', name: 'sessions', key: 'e' },
  { to: '/profile', name: 'profile', key: 'p' },
] as const satisfies { to: string; name: IconName & keyof typeof words; key: string }[];

/** For sessions with the scope `admin`. */
const OPERATOR_SCREENS = [{ to: '/operator', name: 'operator' }] as const;

/** The screens that this session may see. */
export function useScreens(): { to: string; name: IconName & keyof typeof words }[] {
  const { data: session } = useQuery(sessionQuery);
  return session?.scopes.includes('admin') ? [...SCREENS, ...OPERATOR_SCREENS] : [...SCREENS];
}

/** What the palette opens besides. */
export const MORE_SCREENS = [{ to: '/import', name: 'import' }] as const;

export function Navigation({ onGone }: { onGone: () => void }) {
  const { data: summary } = useQuery(summaryQuery);
  const screens = useScreens();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const counts: Partial<Record<string, number>> = { updates: summary?.outdated, favorites: summary?.tracked };
  return (
    <>
      {screens.map(({ to, name }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          onClick={onGone}
          label={words[name]}
          active={path === to || path.startsWith(`${to}/`)}
          aria-current={path === to ? 'page' : undefined}
          leftSection={<Icon name={name} />}
          rightSection={counts[name] ? <Count value={counts[name]} strong={name === 'updates'} /> : null}
        />
      ))}
    </>
  );
}

const Count = ({ value, strong }: { value: number; strong: boolean }) => (
  <Badge variant={strong ? 'filled' : 'transparent'} color={strong ? undefined : 'gray'} size="sm" className="tabular">
    {messages.common.number(value)}
  </Badge>
);
