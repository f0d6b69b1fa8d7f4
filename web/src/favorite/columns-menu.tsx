import { Button } from '../parts/ui';
import { messages } from '../messages';
import { laterMenu } from '../parts/later';

const Columns = laterMenu(() => import('./columns-menu-open'), 'ColumnsMenuOpen');

/** Which columns the list of favorites has, in this browser. */
export const ColumnsMenu = () => (
  <Columns
    button={
      <Button variant="default" visibleFrom="sm">
        {messages.favorites.list.columns}
      </Button>
    }
  />
);
