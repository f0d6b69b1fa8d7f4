import { Alert, Button, Group, Text, Title } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SoftwareResponse } from '../api/generated';
import { inventoriesQuery, mayUpload } from '../api/inventories';
import { lookupQuery } from '../api/lookup';
import { sessionQuery } from '../api/queries';
import { EXAMPLE } from '../api/tags';
import { messages } from '../messages';
import { useActions } from '../parts/actions';
import { Found } from '../parts/found';
import { Tile } from '../parts/tile';
import { TrackDialog } from '../parts/track-dialog';
import { Importer } from './importer';
import classes from './inventory.module.css';

const words = messages.inventory.first;

/** What many people run: its icon, and the image by which the catalogue knows it. */
const POPULAR = [
  ['Home Assistant', 'homeassistant', 'homeassistant/home-assistant'],
  ['Nextcloud', 'nextcloud', 'library/nextcloud'],
  ['Jellyfin', 'jellyfin', 'jellyfin/jellyfin'],
  ['Vaultwarden', 'vaultwarden', 'vaultwarden/server'],
  ['Pi-hole', 'pihole', 'pihole/pihole'],
  ['Gitea', 'gitea', 'gitea/gitea'],
  ['Grafana', 'grafana', 'grafana/grafana'],
  ['Prometheus', 'prometheus', 'prom/prometheus'],
  ['Traefik', 'traefikproxy', 'library/traefik'],
  ['nginx', 'nginx', 'library/nginx'],
  ['PostgreSQL', 'postgresql', 'library/postgres'],
  ['Redis', 'redis', 'library/redis'],
] as const;

/** What somebody sees who tracks nothing yet, or only the examples of a first start. */
export function FirstMinute({ examples, isFirst }: { examples: number; isFirst: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useQuery(sessionQuery).data;
  const inventories = useQuery(inventoriesQuery).data;
  const { act, disabled } = useActions();
  const [one, setOne] = useState('');
  const [tracking, setTracking] = useState<SoftwareResponse | null>(null);
  if (!session || !inventories) return null;
  if (!mayUpload(session.scopes)) return <Text c="dimmed">{messages.inventory.form.readOnlyText}</Text>;
  const remove = () => act({ action: 'delete' }, { filter: { tag: EXAMPLE }, expect: examples });
  const take = (product: SoftwareResponse) => {
    setOne('');
    if (product.is_favorite) void navigate({ to: '/software/$id', params: { id: product.id } });
  };
  /** Its version is asked for at once where the catalogue has it; else what can be done is shown. */
  const pick = async (address: string) => {
    const known = await client.fetchQuery(lookupQuery(address, undefined, undefined)).catch(() => undefined);
    const [product, ...others] = known?.products ?? [];
    if (product && others.length === 0 && !product.is_favorite) setTracking(product);
    else setOne(address);
  };
  return (
    <div className={classes.first}>
      {examples > 0 && (
        <Alert color="blue">
          <Group justify="space-between" gap="0.5rem 1rem">
            <Text size="sm">{words.examples(examples, isFirst)}</Text>
            <Button size="xs" variant="default" disabled={disabled} onClick={() => void remove()}>
              {words.remove}
            </Button>
          </Group>
        </Alert>
      )}
      {isFirst && (
        <>
          <Importer
            name=""
            inventories={inventories}
            isFirst
            clear={examples > 0 ? remove : undefined}
            onOne={setOne}
          />
          {one !== '' && <Found text={one} onText={setOne} onProduct={take} />}
          <section>
            <Title order={2}>{words.popular}</Title>
            <ul className={classes.tiles}>
              {POPULAR.map(([name, icon, image]) => (
                <li key={name}>
                  <button type="button" disabled={disabled} onClick={() => void pick(`pkg:docker/${image}`)}>
                    <Tile name={name} icon={`/icons/${icon}.svg`} /> {name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <TrackDialog opened={tracking !== null} onClose={() => setTracking(null)} software={tracking ?? undefined} />
    </div>
  );
}
