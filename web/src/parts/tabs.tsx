import { Link } from '@tanstack/react-router';
import classes from './parts.module.css';

export interface Tab {
  name: string;
  to: string;
  search?: object;
  isCurrent: boolean;
}

/** Screens that belong together, as links. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav aria-label={label} className={classes.tabs}>
    {tabs.map(({ name, to, search = {}, isCurrent }) => (
      <Link
        key={name}
        to={to}
        search={search as never}
        aria-current={isCurrent ? 'page' : undefined}
        // Otherwise the router marks those that begin as the address does.
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {name}
      </Link>
    ))}
  </nav>
);
