import { cleanRiskAlert, type RiskAlert } from './risk-alert';
import { cleanSupportAlert, type SupportAlert } from './support-alert';

/** What a message says of a version in use, beside updates. */
export type Alert = SupportAlert | RiskAlert;

export const cleanAlert = (alert: Alert): Alert =>
  alert.about === 'support' ? cleanSupportAlert(alert) : cleanRiskAlert(alert);
