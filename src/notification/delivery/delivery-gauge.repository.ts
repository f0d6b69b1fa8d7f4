import type { Dialect } from '../../database/dialect';

/** The queue of deliveries, by the index `delivery_due`. */
export const deliveryGauges = ({ now, secondsBetween }: Dialect) => [
  {
    name: 'notification_oldest_due_seconds',
    help: 'For how long the oldest due delivery has been waiting',
    select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (SELECT MIN(next_at) AS at FROM delivery WHERE next_at <= ${now}) oldest`,
  },
  {
    name: 'notification_deliveries_due',
    help: 'Deliveries that are due and not claimed, up to 10,000',
    select: `SELECT COUNT(*) FROM (SELECT id FROM delivery WHERE next_at <= ${now} LIMIT 10000) due`,
  },
];

/** The queue of system messages, by the index `system_message_due`: confirmation mails, notices about channels, reports to the operator. */
export const systemMessageGauge = ({ now, secondsBetween }: Dialect) => ({
  name: 'service_messages_oldest_due_seconds',
  help: 'For how long the oldest confirmation mail, notice about a channel or message to the operator has been due',
  select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (SELECT MIN(next_at) AS at FROM system_message
    WHERE kind IN ('confirmation', 'notice', 'report') AND next_at <= ${now}) oldest`,
});
