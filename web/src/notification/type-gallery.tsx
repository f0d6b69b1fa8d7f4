import { Text, Title } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelTypesQuery } from '../api/channels';
import type { ChannelTypeResponse } from '../api/generated';
import { messages } from '../messages';
import { Page } from '../parts/page';
import { hasFailed, QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { sentence } from '../parts/text';
import { obstacle } from './device';
import { Glyph } from './glyph';
import classes from './notification.module.css';

const words = messages.channels.gallery;

export const GalleryPage = () => (
  <Page title={words.title} lead={<Text c="dimmed">{words.lead}</Text>}>
    <TypeGallery />
  </Page>
);

/** Every type of channel, in the groups in which people look for them. */
export function TypeGallery() {
  const types = useQuery(channelTypesQuery);
  if (hasFailed(types)) return <QueryNote of={types} />;
  if (!types.data) return <SlowSkeleton rows={6} height={72} />;
  return Object.entries(words.categories).map(([category, title]) => {
    const of = types.data.filter((type) => type.category === category);
    if (of.length === 0) return null;
    return (
      <section key={category} className={classes.category} aria-label={title}>
        <Title order={2}>{title}</Title>
        <ul className={classes.types}>
          {of.map((type) => (
            <li key={type.type}>
              <Type type={type} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** Why nothing of this type can be had here; of this device the browser says so, and its page what to do. */
function hindranceOf({ type, unavailable }: ChannelTypeResponse): string | undefined {
  if (unavailable) return sentence(unavailable);
  const why = type === 'web-push' ? obstacle() : null;
  return why ? messages.channels.device.obstacles[why]?.title : undefined;
}

function Type({ type }: { type: ChannelTypeResponse }) {
  const hindrance = hindranceOf(type);
  const content = (
    <>
      <Glyph type={type.type} />
      <span>
        <Text span display="block" fw={600} c={hindrance ? 'dimmed' : undefined}>
          {type.title}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          {type.description}
        </Text>
        {type.plugin && (
          <Text span display="block" size="xs" c="dimmed">
            {messages.common.byPlugin(type.plugin)}
          </Text>
        )}
        {hindrance && (
          <Text span display="block" size="sm" mt={4} className={classes.unavailable}>
            {hindrance}
          </Text>
        )}
      </span>
    </>
  );
  if (type.unavailable) return <div className={classes.type}>{content}</div>;
  return (
    <Link to="/channels/new/$type" params={{ type: type.type }} className={classes.type}>
      {content}
    </Link>
  );
}
