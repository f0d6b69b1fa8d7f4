import { NotificationChannel } from '../../common/plugin/marks';
import type { Delivery, Outcome } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonPost, judgeBy } from './http-exchange';
import { fitContent, fitsAsJson } from '../rendering/fit';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { interrupt, linesOf, type Line, type Span } from '../rendering/lines';
import { withActions } from '../rendering/message-links';
import { UrlSetting } from '../../common/settings/setting';

/** Bytes of the whole body. Teams documents 28 KB, but was seen to refuse 21 KB. */
const MAX_BODY = 15_000;
/** More are not shown: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-reference */
const MAX_ACTIONS = 6;

export class TeamsSettings {
  @UrlSetting(
    'Workflow URL',
    'The URL of a Teams workflow that posts what it receives. Anyone who has it can post to your channel.',
    'https://default0000.00.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/0000/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=XXXX',
    { secret: true },
  )
  url!: string;
}

/**
 * An Adaptive Card by a workflow ("When a Teams webhook request is received"):
 * https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
 *
 * Its texts are `TextRun`s of a `RichTextBlock`, which have no Markdown and no mentions without entities:
 * https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features
 * Any host is accepted, because Microsoft has changed it before.
 */
@NotificationChannel()
export class TeamsChannel extends HttpChannel<TeamsSettings> {
  readonly type = 'teams';
  readonly title = 'Microsoft Teams';
  readonly category = 'chat';
  readonly description = 'Cards in a Teams channel or chat, by a workflow.';
  readonly settingsClass = TeamsSettings;
  /** Teams throttles senders from four requests a second on. */
  override readonly interval = 1;

  async send({ id, settings, message }: Delivery<TeamsSettings>): Promise<Outcome> {
    const body = fitContent(contentOf(message), (content) => bodyOf(withReference(content, id)), fitsAsJson(MAX_BODY));
    return exchange(this.http, jsonPost(settings.url, body), judge);
  }
}

function bodyOf(content: MessageContent) {
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: cardOf(content),
  };
  return { type: 'message', attachments: [attachment] };
}

function cardOf(content: MessageContent) {
  const actions = withActions(content.links)
    .slice(0, MAX_ACTIONS)
    .map(([title, url]) => ({ type: 'Action.OpenUrl', title, url }));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // For notifications, and clients that cannot show the card.
    fallbackText: literal(content.subject),
    body: blocksOf(linesOf(content, { links: false })),
    ...(actions.length > 0 ? { actions } : {}),
    msteams: { width: 'Full' },
  };
}

/** One block per line; an empty line becomes spacing. */
function blocksOf(lines: Line[]) {
  return lines.flatMap((line, index) => {
    if (line.length === 0) return [];
    const spacing = lines[index - 1]?.length === 0 ? 'Medium' : 'None';
    return [
      {
        type: 'RichTextBlock',
        spacing,
        inlines: line.filter(({ text }) => text !== '').map((span) => runOf(span, index === 0)),
      },
    ];
  });
}

function runOf({ text, bold, url }: Span, headline: boolean) {
  return {
    type: 'TextRun',
    text: literal(text),
    ...(bold ? { weight: 'Bolder' } : {}),
    ...(headline ? { size: 'Large' } : {}),
    ...(url ? { color: 'Accent', selectAction: { type: 'Action.OpenUrl', url } } : {}),
  };
}

/** Cards evaluate `{{DATE(…)}}` and drop an `<at>` without its entity. */
function literal(text: string): string {
  return interrupt(text, /\{(?=\{)|<(?=\/?at\b)/gi);
}

// The workflow was deleted or switched off, maybe temporarily.
const judge = judgeBy({
  404: { refusal: true, reason: 'Answered 404: there is no such workflow, or it is switched off' },
});
