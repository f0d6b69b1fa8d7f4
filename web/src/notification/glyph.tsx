import classes from './notification.module.css';

/** Two letters for each type that there is: no brand marks. */
const LETTERS: Record<string, string> = {
  alertmanager: 'Am',
  apprise: 'Ap',
  discord: 'Di',
  email: '@',
  'google-chat': 'Gc',
  gotify: 'Go',
  'jira-service-management': 'Js',
  log: '>_',
  matrix: 'Mx',
  mattermost: 'Mm',
  ntfy: 'nt',
  opsgenie: 'Og',
  pagerduty: 'Pd',
  pushover: 'Po',
  slack: 'Sl',
  'splunk-on-call': 'So',
  teams: 'Te',
  telegram: 'Tg',
  'web-push': '◉',
  webhook: '{}',
};

export const Glyph = ({ type, category }: { type: string; category: string | undefined }) => (
  <span className={classes.glyph} data-category={category} aria-hidden="true">
    {LETTERS[type] ?? type.slice(0, 2)}
  </span>
);
