import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries';
import { GEAR, type Screen } from './frame';

const OF_OPERATORS: readonly Screen[] = [...GEAR, { to: '/operator', name: 'operator' }];

/** The screens behind the gear that this session may see: one needs the scope `admin`. */
export function useGear(): readonly Screen[] {
  const { data: session } = useQuery(sessionQuery);
  return session?.scopes.includes('admin') ? OF_OPERATORS : GEAR;
}
