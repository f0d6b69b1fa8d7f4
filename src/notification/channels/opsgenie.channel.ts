import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { TOKEN_PATTERN } from './http-authorization';
import { OpsgenieAlertChannel, PRIORITIES } from './opsgenie-alert';
import { Setting } from '../../common/settings/setting';

const SERVERS = { us: 'https://api.opsgenie.com/', eu: 'https://api.eu.opsgenie.com/' };
/** The moment after 5 April 2027, until which Atlassian supports Opsgenie. */
const ENDS = Date.parse('2027-04-06T00:00:00Z');

export class OpsgenieSettings {
  @Setting({
    title: 'API key',
    description: 'The key of an API integration in Opsgenie.',
    format: 'text',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
  })
  api_key!: string;

  @Setting({
    title: 'Region',
    description: 'Where your Opsgenie account is kept.',
    format: 'text',
    maxLength: 2,
    values: ['us', 'eu'],
    optional: true,
    default: 'us',
    examples: ['us'],
  })
  region?: string;

  @Setting({
    title: 'Priority',
    description: 'The priority of the alerts.',
    format: 'text',
    maxLength: 2,
    values: PRIORITIES,
    optional: true,
    default: 'P5',
    examples: ['P5'],
  })
  priority?: string;

  @Setting({
    title: 'Server',
    description: 'Only for something that stands in for Opsgenie. It takes the place of the region.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    examples: ['https://api.opsgenie.com/'],
  })
  server?: string;
}

/** An alert of Opsgenie, as long as there is one: https://docs.opsgenie.com/docs/alert-api#create-alert */
@Injectable()
export class OpsgenieChannel extends OpsgenieAlertChannel<OpsgenieSettings> {
  readonly type = 'opsgenie';
  readonly title = 'Opsgenie (ends in April 2027)';
  readonly settingsClass = OpsgenieSettings;

  constructor(http: OutgoingHttp) {
    super(http);
  }

  /** Channels that are there go on until Opsgenie itself refuses. */
  override unavailableBecause(): string | null {
    if (Date.now() < ENDS) return null;
    return 'is no longer offered: Opsgenie ended on 5 April 2027, use jira-service-management';
  }

  protected baseOf({ server, region }: OpsgenieSettings): string {
    return server ?? SERVERS[region === 'eu' ? 'eu' : 'us'];
  }
}
