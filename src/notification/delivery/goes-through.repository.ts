import type { Dialect } from '../../database/dialect';

/** The channels `c` that a notification of row `f` of favorite goes through. */
export const GOES_THROUGH = `c.user_id = f.user_id AND c.enabled = 1 AND c.state <> 'unconfirmed' AND (
    (f.use_default_notification = 1 AND c.is_default = 1) OR
    (f.use_default_notification = 0 AND EXISTS (
      SELECT 1 FROM favorite_channel fc WHERE fc.favorite_id = f.id AND fc.channel_id = c.id)))`;

/** Whether a notification of row `f` of favorite reaches anybody. */
export const hasWay = ({ byIndex }: Dialect) => `f.notifications_enabled = 1
  AND EXISTS (SELECT 1 FROM user u WHERE u.id = f.user_id AND u.notifications_enabled = 1 AND u.disabled_at IS NULL)
  AND EXISTS (SELECT 1 FROM channel c ${byIndex('channel_user')} WHERE ${GOES_THROUGH})`;
