import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { Icon } from './icon';
import { later } from './later';
import type { Choice } from './share-form';

const ShareMenuOpen = later(() => import('./share-menu-open'), 'ShareMenuOpen');

/** Makes addresses by which programs read something of the caller's without a token. */
export function ShareMenu(props: { choices: readonly Choice[]; children?: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <Button
      variant="default"
      leftSection={<Icon name="share" size={16} />}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      {messages.common.share}
    </Button>
  );
  return wasOpened ? <ShareMenuOpen {...props} fallback={button} /> : button;
}
