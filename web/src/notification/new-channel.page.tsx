import { Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { channelTypesQuery } from '../api/channels';
import { api } from '../api/client';
import type { ChannelTypeResponse } from '../api/generated';
import { messages } from '../messages';
import { ByPlugin } from '../parts/by-plugin';
import { ExternalLink } from '../parts/external-link';
import { Page } from '../parts/page';
import { GonePage, ReadPage } from '../parts/read-page';
import { SecretOnce } from '../parts/secret-once';
import type { SettingsSchema } from '../parts/setting-values';
import { sentence } from '../parts/text';
import { ChannelForm } from './channel-form';
import { shownOnce } from './channel-values';
import { ThisDevice } from './this-device';

const { add, gallery, form: words } = messages.channels;

/** A new channel of one type. */
export function NewChannelPage() {
  const { type } = useParams({ strict: false });
  return (
    <ReadPage of={useQuery(channelTypesQuery)} title={add}>
      {(types) => <OfType type={types.find((one) => one.type === type)} />}
    </ReadPage>
  );
}

function OfType({ type }: { type: ChannelTypeResponse | undefined }) {
  if (!type || type.unavailable)
    return (
      <GonePage
        heading={add}
        title={type ? `${type.title}: ${gallery.unavailable}` : words.unknownType}
        text={type?.unavailable ? sentence(type.unavailable) : undefined}
        to="/channels/new"
        back={gallery.title}
      />
    );
  if (type.type === 'web-push') return <ThisDevice type={type} />;
  return <NewChannel key={type.type} type={type} />;
}

/** After it is created comes its page, but first the secret that is shown this once. */
function NewChannel({ type }: { type: ChannelTypeResponse }) {
  const schema = type.settings as unknown as SettingsSchema;
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: string; label: string; secret: string } | null>(null);
  const goTo = (id: string) => void navigate({ to: '/channels/$id', params: { id } });
  return (
    <Page
      title={words.newTitle(type.title)}
      lead={
        <Text c="dimmed">
          {type.description}{' '}
          <ExternalLink href={type.docs} inText>
            {words.docs}
          </ExternalLink>
          <ByPlugin of={type} />
        </Text>
      }
    >
      <ChannelForm
        schema={schema}
        name={type.title}
        save={(body) => api.createChannel({ type: type.type, ...body }).then(({ data }) => data)}
        tryOut={(settings) => api.testUnsavedChannel({ type: type.type, settings }).then(({ data }) => data)}
        onSaved={(channel, given) => {
          const once = shownOnce(schema, given.settings, channel);
          if (once) setMade({ id: channel.id, ...once });
          else goTo(channel.id);
        }}
      />
      <SecretOnce
        title={type.title}
        label={made?.label ?? ''}
        secret={made?.secret ?? null}
        onDone={() => {
          setMade(null);
          goTo(made!.id);
        }}
      />
    </Page>
  );
}
