/** Labels that mails show in a different way. */
export const NEW_VERSION = 'New version';
export const YOU_USE = 'You use';
/** Where, by inventories. */
export const IN_USE = 'In use';
export const RELEASE_NOTES = 'Release notes';
export const SUPPORT_DATES = 'Support dates';
/** The page behind the link to an update. */
export const DEAL_WITH = 'Updated, skip or snooze';
/** The same beside an item of a digest, where there is little room. */
export const MANAGE = 'Skip or snooze';
/** Behind an item of a digest. */
export const BREAKING = 'breaking changes';
/** The link into the web application. */
export const OPEN = 'Open';

/** Hebrew, Arabic and their neighbours: the only letters that can reorder the text around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Keeps a right-to-left name from reordering the words around it. Other names stay unchanged, so that they can be searched for. */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** To the operator, of sources that fail. */
export const WHAT_TO_DO =
  'The tracker keeps trying, at least once a day. The command “source list --failing” shows all of them. If a product has moved, ' +
  'replace its source (PUT /api/v1/software/{id}/source) or remove it (DELETE).';

export const TO_OPERATOR = 'You get this because OPERATOR_CHANNEL_URL of the software update tracker points to you.';
