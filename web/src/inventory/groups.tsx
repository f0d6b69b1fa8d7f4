import { Anchor } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { groupsQuery } from '../api/inventories';
import { messages } from '../messages';
import { Name } from '../parts/name';
import classes from './inventory.module.css';

/** The groups that there are. */
export function Groups() {
  const groups = useQuery(groupsQuery).data ?? [];
  if (groups.length === 0) return null;
  return (
    <nav aria-label={messages.inventory.group.title} className={classes.facts}>
      {groups.map(({ labels, inventories }) => (
        <Anchor key={labels} component={Link} to="/group" search={{ labels } as never}>
          <Name>{labels}</Name> ({messages.common.number(inventories)})
        </Anchor>
      ))}
    </nav>
  );
}
