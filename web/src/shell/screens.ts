import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries';
import { type Screen, SCREENS } from './frame';

const OF_OPERATORS: readonly Screen[] = [...SCREENS, { to: '/operator', name: 'operator' }];

/** The screens that this session may see: some need the scope `admin`. */
export function useScreens(): readonly Screen[] {
  const { data: session } = useQuery(sessionQuery);
  return session?.scopes.includes('admin') ? OF_OPERATORS : SCREENS;
}
