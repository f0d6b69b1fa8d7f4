import { actions } from './en/actions';
import { channels } from './en/channels';
import { common } from './en/common';
import { favorites } from './en/favorites';
import { log } from './en/log';
import { session } from './en/session';
import { software } from './en/software';
import { user } from './en/user';

export const en = { common, session, actions, favorites, software, channels, log, user };
