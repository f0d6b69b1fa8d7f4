import type { Dialect } from '../database/dialect';
import { placeholders } from '../database/rows';

/** The newest version of which these deliveries (so many `?`) told each favorite: `favorite_id`, `software_id`, `version_id`, `version_key`. */
export const newestTold = ({ thenJoin }: Dialect, deliveries: number) =>
  `SELECT told.favorite_id, told.software_id, told.version_id, told.version_key FROM (
    SELECT n.favorite_id, n.software_id, n.version_id, v.version_key,
      ROW_NUMBER() OVER (PARTITION BY n.favorite_id ORDER BY v.version_key DESC, v.id) AS place
    FROM delivery d ${thenJoin} notification n ON n.id = d.notification_id ${thenJoin} version v ON v.id = n.version_id
    WHERE d.id IN (${placeholders(deliveries)})) told
  WHERE told.place = 1`;
