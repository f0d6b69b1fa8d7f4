import { NotificationChannel } from '../../common/plugin/marks';
import { TOKEN_PATTERN } from './http-authorization';
import { OpsgenieAlertChannel, PRIORITY_SETTING } from './opsgenie-alert';
import { Setting } from '../../common/settings/setting';

const SERVERS = { us: 'https://api.opsgenie.com/', eu: 'https://api.eu.opsgenie.com/' };
/** Atlassian supports Opsgenie until 5 April 2027. */
const ENDS = Date.parse('2027-04-06T00:00:00Z');

export class OpsgenieSettings {
  @Setting({
    title: 'API key',
    description: 'The key of an API integration in Opsgenie.',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
  })
  api_key!: string;

  @Setting({
    title: 'Region',
    description: 'The region of your Opsgenie account.',
    maxLength: 2,
    values: ['us', 'eu'],
    optional: true,
    default: 'us',
    examples: ['us'],
  })
  region?: string;

  @Setting(PRIORITY_SETTING)
  priority?: string;

  @Setting({
    title: 'Server',
    description: 'Only for a service that stands in for Opsgenie. Overrides the region.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    examples: ['https://api.opsgenie.com/'],
  })
  server?: string;
}

/** An Opsgenie alert: https://docs.opsgenie.com/docs/alert-api#create-alert */
@NotificationChannel()
export class OpsgenieChannel extends OpsgenieAlertChannel<OpsgenieSettings> {
  readonly type = 'opsgenie';
  readonly title = 'Opsgenie (ends in April 2027)';
  readonly category = 'on-call';
  readonly description = 'An alert in Opsgenie, until Atlassian ends it on 5 April 2027.';
  readonly settingsClass = OpsgenieSettings;

  /** Existing channels continue until Opsgenie itself refuses. */
  override unavailableBecause(): string | null {
    if (Date.now() < ENDS) return null;
    return 'is no longer offered: Opsgenie ended on 5 April 2027, use jira-service-management';
  }

  protected baseOf({ server, region }: OpsgenieSettings): string {
    return server ?? SERVERS[region === 'eu' ? 'eu' : 'us'];
  }
}
