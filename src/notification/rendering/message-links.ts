import { DEAL_WITH, OPEN } from './clean-text';

export type MessageLink = [label: string, url: string];

type MaybeLink = [label: string, url: string | null | undefined];

/** What the page behind the link of a message does first, as its query says it. */
export const LINK_ACTIONS = ['updated', 'skip', 'snooze'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

export const ACTION_LABELS: Record<LinkAction, string> = { updated: 'Updated', skip: 'Skip', snooze: 'Snooze' };

/** Only a reader on the same machine could open it: without `PUBLIC_URL` nobody knows another address. */
const isLocal = (url: string) => /^(?:localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

/**
 * The links of a message, the main one first: the product in the web application. Where readers cannot open that, it comes after the others.
 * @param lead the most useful page elsewhere
 */
export function orderedLinks(links: {
  page: string | null | undefined;
  manage?: string | null | undefined;
  lead?: MaybeLink;
  rest?: MaybeLink[];
}): MessageLink[] {
  const { page, manage, lead = ['', null], rest = [] } = links;
  const open: MaybeLink = [OPEN, page];
  const deal: MaybeLink = [DEAL_WITH, manage];
  const first = page && !isLocal(page) ? [open, deal, lead] : [lead, deal, open];
  return [...first, ...rest].filter((link): link is MessageLink => Boolean(link[1]));
}

/** For channels that show labels and no addresses: the page to deal with an update as one link for each action. */
export const withActions = (links: MessageLink[]): MessageLink[] =>
  links.flatMap(([label, url]) => (label === DEAL_WITH ? actionLinks(url) : [[label, url] as MessageLink]));

const actionLinks = (manage: string) =>
  LINK_ACTIONS.map((action): MessageLink => {
    const url = new URL(manage);
    url.searchParams.set('do', action);
    return [ACTION_LABELS[action], url.href];
  });
