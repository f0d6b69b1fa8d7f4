import { Group, Text } from './ui';
import { useState } from 'react';
import type { CreatedFeedResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from './name';
import { SecretOnce } from './secret-once';

const words = messages.sharing;

/** Shows a new address in all its forms, once. */
export function SharedAddress({ feed, onDone }: { feed: CreatedFeedResponse | null; onDone(): void }) {
  const [first, ...more] = feed ? formsOf(feed) : [];
  return (
    <SecretOnce title={words.made} label={first?.label ?? ''} secret={first?.text ?? null} more={more} onDone={onDone}>
      {feed?.urls.svg && <Picture url={feed.urls.svg} />}
      <Text size="sm" c="dimmed">
        {words.secret}
      </Text>
    </SecretOnce>
  );
}

function formsOf(feed: CreatedFeedResponse): { label: string; text: string }[] {
  const { atom, json, ics, svg } = feed.urls;
  const { formats } = words;
  if (svg)
    return [
      { label: formats.markdown, text: `![${altOf(feed)}](${svg})` },
      { label: formats.svg, text: svg },
      ...(json ? [{ label: formats.shields, text: json }] : []),
    ];
  const given = { atom, json, ics };
  return (['atom', 'json', 'ics'] as const).flatMap((format) => {
    const text = given[format];
    return text ? [{ label: formats[format], text }] : [];
  });
}

/** A name that stays within the brackets. */
const altOf = ({ name, about }: CreatedFeedResponse) =>
  visibleText(name ?? about ?? words.kinds.badge).replace(/[\\[\]`<]/g, '\\$&');

/** The picture itself. What keeps the browser from it does not end the address. */
function Picture({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Text size="sm">{words.noPicture}</Text>;
  return (
    <Group gap="0.35rem 0.75rem">
      <Text size="sm">{words.picture}</Text>
      <img src={url} alt={words.kinds.badge} onError={() => setFailed(true)} style={{ maxWidth: '100%' }} />
    </Group>
  );
}
