import { firstCharacters, safeUrl } from 'small-parts';
import { VERSION } from '../../common/version';
import { cleanLine } from '../../notification/rendering/clean-text';
import type { HomeFavorite, HomeUser, PublishedRow } from './home-assistant.repository';

// The messages of Home Assistant's MQTT discovery (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).

export interface RetainedMessage {
  topic: string;
  /** Empty: the broker forgets the topic, and Home Assistant the entity. */
  payload: string;
}

const PREFIX = 'homeassistant';
const BASE = 'software-update-tracker';
const MAX_NAME = 200;
/** Home Assistant refuses a longer state. */
const MAX_VERSION = 255;
/** Home Assistant's limit of a summary. */
const MAX_SUMMARY = 255;

export const availabilityTopic = (instance: string) => `${BASE}/${instance}/status`;
/** For the commands of all favorites. */
export const commandTopics = (instance: string) => `${BASE}/${instance}/+/install`;

const stateTopic = (instance: string, id: string) => `${BASE}/${instance}/${id}/state`;
const commandTopic = (instance: string, id: string) => `${BASE}/${instance}/${id}/install`;
const configTopic = ({ kind, id }: Pick<PublishedRow, 'kind' | 'id'>) => `${PREFIX}/${kind}/sut_${id}/config`;

/** The favorite that a command is about; null = it is none of this service. */
export function favoriteOf(instance: string, topic: string): string | null {
  const [base, of, id, what, ...more] = topic.split('/');
  return base === BASE && of === instance && what === 'install' && more.length === 0 ? (id ?? null) : null;
}

/** Null, which Home Assistant shows as unknown: without a stable version nobody can say that the one in use is the newest. */
function latestOf({ available_version: available, known }: HomeFavorite, installed: string): string | null {
  if (available !== null) return cleanLine(available, MAX_VERSION);
  return known === 'stable' ? installed : null;
}

/** @param summary of the release notes of the available version */
export function updateMessages(
  instance: string,
  user: HomeUser,
  favorite: HomeFavorite,
  page: string,
  summary: string | null,
): RetainedMessage[] {
  const { id, available_id: offered } = favorite;
  const name = cleanLine(favorite.software, MAX_NAME) || '?';
  const installed = cleanLine(favorite.version, MAX_VERSION);
  const config = {
    ...shared(instance, user, id),
    name,
    // With the version that the owner sees: a command never installs another one.
    ...(offered === null ? {} : { command_topic: commandTopic(instance, id), payload_install: offered }),
  };
  const state = {
    installed_version: installed,
    latest_version: latestOf(favorite, installed),
    title: name,
    release_url: safeUrl(favorite.notes_url) ?? page,
    release_summary: summary === null ? null : firstCharacters(summary, MAX_SUMMARY),
  };
  return [
    { topic: configTopic({ kind: 'update', id }), payload: JSON.stringify(config) },
    { topic: stateTopic(instance, id), payload: JSON.stringify(state) },
  ];
}

export function sensorMessages(instance: string, user: HomeUser): RetainedMessage[] {
  const config = {
    ...shared(instance, user, user.id),
    name: 'Updates',
    icon: 'mdi:package-up',
    state_class: 'measurement',
    unit_of_measurement: 'updates',
  };
  return [
    { topic: configTopic({ kind: 'sensor', id: user.id }), payload: JSON.stringify(config) },
    { topic: stateTopic(instance, user.id), payload: String(user.updates) },
  ];
}

/** First the entity, and then its state. */
export const removalMessages = (instance: string, row: PublishedRow): RetainedMessage[] => [
  { topic: configTopic(row), payload: '' },
  { topic: stateTopic(instance, row.id), payload: '' },
];

const shared = (instance: string, user: HomeUser, id: string) => ({
  unique_id: `sut_${id}`,
  state_topic: stateTopic(instance, id),
  availability_topic: availabilityTopic(instance),
  qos: 1,
  device: {
    identifiers: [`sut_${user.id}`],
    name: `Software updates of ${cleanLine(user.name, MAX_NAME)}`,
    manufacturer: 'Software Update Tracker',
    sw_version: VERSION,
  },
  origin: { name: 'Software Update Tracker', sw_version: VERSION },
});
