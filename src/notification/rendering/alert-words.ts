import type { Alert } from './alert';
import type { MessageKind } from './message';
import { isUrgentAlert, riskAlertItem, riskAlertWords } from './risk-alert-words';
import { countOf } from './risk-words';
import { supportAlertItem, supportAlertWords } from './support-words';

/** The words of a message about one alert. */
export const alertWords = (alert: Alert, kind: MessageKind) =>
  alert.about === 'support' ? supportAlertWords(alert) : riskAlertWords(alert, kind === 'vulnerability.exploited');

/** In a digest. */
export const alertItem = (alert: Alert) => (alert.about === 'support' ? supportAlertItem(alert) : riskAlertItem(alert));

export const isUrgent = (alert: Alert) => alert.about === 'vulnerability' && isUrgentAlert(alert);

/** `3 vulnerabilities`, `1 end of support` */
export function countsOfAlerts(alerts: Alert[]): string[] {
  const found = alerts.reduce((sum, alert) => sum + (alert.about === 'vulnerability' ? alert.total : 0), 0);
  const ends = alerts.filter(({ about }) => about === 'support').length;
  return [
    ...(found > 0 ? [countOf(found)] : []),
    ...(ends > 0 ? [`${ends} ${ends === 1 ? 'end' : 'ends'} of support`] : []),
  ];
}

/** Of a digest without updates. */
export function introOfAlerts(alerts: Alert[]): string {
  const kinds = new Set(alerts.map(({ about }) => about));
  if (kinds.size > 1) return 'This is new about versions that you use.';
  if (kinds.has('support')) return 'Versions that you use are supported no longer, or not for long.';
  return 'Vulnerabilities of versions that you use became known.';
}
