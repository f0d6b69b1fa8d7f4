import { NotificationChannel } from '../../common/plugin/marks';
import { TOKEN_PATTERN } from './http-exchange';
import { OpsgenieAlertChannel, PrioritySetting } from './opsgenie.channel';
import { ServerSetting, Setting } from '../../common/settings/setting';

const SERVER = 'https://api.atlassian.com/jsm/ops/integration';

export class JiraServiceManagementSettings {
  @Setting({
    title: 'API key',
    description: 'The key of an API integration of a team in Jira Service Management.',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
  })
  api_key!: string;

  @PrioritySetting()
  priority?: string;

  @ServerSetting('The base address above /v2/alerts, if it is not the default.', SERVER)
  server?: string;
}

/** An alert of Jira Service Management Operations: https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events */
@NotificationChannel()
export class JiraServiceManagementChannel extends OpsgenieAlertChannel<JiraServiceManagementSettings> {
  readonly type = 'jira-service-management';
  readonly title = 'Jira Service Management';
  readonly category = 'on-call';
  readonly description = 'An alert in the operations part of Jira Service Management.';
  readonly settingsClass = JiraServiceManagementSettings;

  protected baseOf({ server = SERVER }: JiraServiceManagementSettings): string {
    return server;
  }
}
