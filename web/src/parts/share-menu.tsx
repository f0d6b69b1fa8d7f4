import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Icon } from './icon';
import { laterMenu } from './later';
import classes from './parts.module.css';
import type { Choice } from './share-form';

const Share = laterMenu(() => import('./share-form'), 'ShareMenuOpen');
const { share } = messages.common;

/** Makes addresses by which programs read something of the caller's without a token. */
export const ShareMenu = (props: { choices: readonly Choice[]; children?: ReactNode }) => (
  <Share
    {...props}
    button={
      <button type="button" className={classes.iconButton} aria-label={share} title={share}>
        <Icon name="share" />
      </button>
    }
  />
);
