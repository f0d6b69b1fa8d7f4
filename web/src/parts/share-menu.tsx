import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Icon } from './icon';
import { laterMenu } from './later';
import type { Choice } from './share-form';
import { ActionIcon } from './ui';

const Share = laterMenu(() => import('./share-form'), 'ShareMenuOpen');
const { share } = messages.common;

/** Makes addresses by which programs read something of the caller's without a token. */
export const ShareMenu = (props: { choices: readonly Choice[]; children?: ReactNode }) => (
  <Share
    {...props}
    button={
      <ActionIcon variant="default" aria-label={share} title={share}>
        <Icon name="share" />
      </ActionIcon>
    }
  />
);
