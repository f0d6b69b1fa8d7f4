export { actions } from './en/actions';
export { channels } from './en/channels';
export { common } from './en/common';
export { favorites } from './en/favorites';
export { log } from './en/log';
export { session } from './en/session';
export { software } from './en/software';
export { user } from './en/user';
