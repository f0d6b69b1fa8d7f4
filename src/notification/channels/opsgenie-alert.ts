import { type OutgoingAnswer, type OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Channel, type Delivery } from './channel';
import type { Prepared } from '../../common/settings/settings';
import { cutText, fitLetter, utf16Units } from './fit';
import { exchange, jsonPost } from './http-exchange';
import { under, withCheckedServer } from '../../common/settings/url-setting';
import { incidentKey } from './incident-key';
import { inertText, mapTexts } from './inert-text';
import { type Letter, letterOf } from './letter';
import { plainText } from './lines';
import { type Outcome, outcomeOfHttp } from './outcome';

/** UTF-16 units; the documentation says characters. */
const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
/** A new version wakes nobody. */
const PRIORITY = 'P5';
export const PRIORITIES = ['P1', 'P2', 'P3', 'P4', 'P5'] as const;

export interface AlertSettings {
  api_key: string;
  priority?: string;
  server?: string;
}

/**
 * The Alert API that Opsgenie had and Jira Service Management took over: the same body, another address. An alert with the same
 * `alias` is merged into the one that is open.
 */
export abstract class OpsgenieAlertChannel<S extends AlertSettings> extends Channel<S> {
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  /** The address above `/v2/alerts`. */
  protected abstract baseOf(settings: S): string;

  override prepare(settings: S): Prepared<S> {
    return withCheckedServer(this.http, settings);
  }

  async send({ id, settings, message }: Delivery<S>): Promise<Outcome> {
    const own = {
      alias: incidentKey(id, message),
      source: 'Software update tracker',
      priority: settings.priority ?? PRIORITY,
    };
    const render = (letter: Letter) => ({ ...contentOf(letter), ...own, details: { delivery: id } });
    const fits = ({ description }: { description: string }) => utf16Units(description) <= MAX_DESCRIPTION;
    // Whether a description is shown as HTML depends on where it is read: nothing in it is a tag either way.
    const body = fitLetter(mapTexts(letterOf(message), inertText), render, fits);
    const headers = { authorization: `GenieKey ${settings.api_key}` };
    return exchange(this.http, jsonPost(under(this.baseOf(settings), 'v2', 'alerts'), body, headers), judge);
  }
}

function contentOf(letter: Letter) {
  return {
    message: cutText(letter.subject, MAX_MESSAGE),
    description: plainText(letter),
    tags: ['software-update', ...(letter.step ? [letter.step] : [])],
  };
}

/** 202 is "will be processed": whether an alert came of it, only their log of requests tells. */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status === 422) return { ...outcome, reason: 'Answered 422: the alert is refused as it is' };
  return outcome;
}
