import { Button } from './ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Icon } from './icon';
import { laterMenu } from './later';
import type { Choice } from './share-form';

const Share = laterMenu(() => import('./share-menu-open'), 'ShareMenuOpen');

/** Makes addresses by which programs read something of the caller's without a token. */
export const ShareMenu = (props: { choices: readonly Choice[]; children?: ReactNode }) => (
  <Share
    {...props}
    button={
      <Button variant="default" leftSection={<Icon name="share" size={16} />}>
        {messages.common.share}
      </Button>
    }
  />
);
