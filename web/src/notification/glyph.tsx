import { Tile } from '../parts/tile';

/** The icons of services, which web/icons.mjs copies, by the types of channels. Others have letters. */
const ICONS: Record<string, string> = {
  alertmanager: 'prometheus',
  discord: 'discord',
  'google-chat': 'googlechat',
  'jira-service-management': 'jira',
  matrix: 'matrix',
  mattermost: 'mattermost',
  ntfy: 'ntfy',
  opsgenie: 'opsgenie',
  pagerduty: 'pagerduty',
  telegram: 'telegram',
};

export const Glyph = ({ type }: { type: string }) => (
  <Tile name={type} icon={ICONS[type] && `/icons/${ICONS[type]}.svg`} />
);
