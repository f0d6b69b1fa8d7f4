import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../messages';
import { later } from '../parts/later';

const ColumnsMenuOpen = later(() => import('./columns-menu-open'), 'ColumnsMenuOpen');

/** Which columns the list of favorites has, in this browser. */
export function ColumnsMenu() {
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <Button variant="default" visibleFrom="sm" aria-haspopup="menu" onClick={() => setOpened(true)}>
      {messages.favorites.list.columns}
    </Button>
  );
  return wasOpened ? <ColumnsMenuOpen fallback={button} /> : button;
}
