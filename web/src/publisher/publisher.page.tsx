import { Button, Group, Pagination, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { PublisherResponse, SoftwareResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { PRODUCTS, productsQuery, publisherQuery } from '../api/publishers';
import { messages } from '../messages';
import { publisher as words } from '../messages/en/publisher';
import { Empty } from '../parts/empty';
import { ExternalLink } from '../parts/external-link';
import { Icon } from '../parts/icon';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { ProblemNote } from '../parts/problem-note';
import { exactDate } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Tile } from '../parts/tile';
import { TrackDialog } from '../parts/track-dialog';
import classes from './publisher.module.css';

/** Who makes products, and which of them are in the catalogue. */
export function PublisherPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery(publisherQuery(id));
  if (isProblem(error, 404)) return <Gone />;
  if (!data)
    return (
      <Page title={words.title}>
        {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <SlowSkeleton rows={6} height={60} />}
      </Page>
    );
  return (
    <Page title={visibleText(data.name)} lead={<Addresses publisher={data} />}>
      <Products key={id} publisher={id} />
    </Page>
  );
}

const Addresses = ({
  publisher: { url, support_url: support, privacy_url: privacy },
}: {
  publisher: PublisherResponse;
}) => (
  <Group gap="0.2rem 0.9rem">
    <Text c="dimmed" span>
      {words.title}
    </Text>
    {url && <ExternalLink href={url}>{words.site}</ExternalLink>}
    {support && <ExternalLink href={support}>{words.support}</ExternalLink>}
    {privacy && <ExternalLink href={privacy}>{words.privacy}</ExternalLink>}
  </Group>
);

function Products({ publisher }: { publisher: string }) {
  const { page = 1 }: { page?: number } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [tracking, setTracking] = useState<SoftwareResponse | null>(null);
  const { data, error, refetch } = useQuery(productsQuery(publisher, page));
  if (!data && error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <SlowSkeleton rows={8} height={60} />;
  const total = data.meta.total ?? 0;
  if (total === 0) return <Empty title={words.none} />;
  const pages = Math.ceil(total / PRODUCTS);
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb="sm">
        {words.count(total)}
      </Text>
      <Rows label={words.products} columns="minmax(0, 1.6fr) minmax(0, 1fr) 9.5rem">
        {data.data.map((product) => (
          <Product key={product.id} product={product} onTrack={() => setTracking(product)} />
        ))}
      </Rows>
      {pages > 1 && (
        <Pagination
          aria-label={words.pages}
          value={Math.min(page, pages)}
          total={pages}
          onChange={(next) => void navigate({ to: '.', search: (next > 1 ? { page: next } : {}) as never })}
        />
      )}
      <TrackDialog opened={tracking !== null} onClose={() => setTracking(null)} software={tracking ?? undefined} />
    </>
  );
}

function Product({ product, onTrack }: { product: SoftwareResponse; onTrack(): void }) {
  const { id, name, icon, short_description: text, latest_version: latest, favorite } = product;
  const isAway = useAwaySince() !== null;
  return (
    <Row>
      <Group gap="sm" wrap="nowrap">
        <Tile name={name} icon={icon} />
        <div className={classes.words}>
          <Link to="/software/$id" params={{ id }} className={classes.name}>
            <Name>{name}</Name>
          </Link>
          {text && (
            <Text size="sm" c="dimmed" lineClamp={1}>
              <Name>{text}</Name>
            </Text>
          )}
        </div>
      </Group>
      <div className={classes.words}>
        {latest ? (
          <>
            <Text className="tabular">
              <Name>{latest.version}</Name>
            </Text>
            <Text size="sm" c="dimmed">
              {latest.prerelease && `${messages.known.noStable}. `}
              {latest.released_at ? `${words.released} ${exactDate(latest.released_at)}` : words.noDay}
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {words.noVersion}
          </Text>
        )}
      </div>
      {product.is_favorite ? (
        <span className={`${classes.tracked} tabular`}>
          <Icon name="favorites" size={16} />
          <span className={classes.words}>
            {favorite ? <Name>{words.inUse(visibleText(favorite.version))}</Name> : words.tracked}
          </span>
        </span>
      ) : (
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={isAway}
            onClick={onTrack}
            aria-label={messages.software.track.titleOf(visibleText(name))}
          >
            {messages.software.track.submit}
          </Button>
        </div>
      )}
    </Row>
  );
}

const Gone = () => (
  <Page title={words.gone.title}>
    <Empty title={words.gone.heading}>
      <Text c="dimmed">{words.gone.text}</Text>
      <Button component={Link} to="/search">
        {words.gone.search}
      </Button>
    </Empty>
  </Page>
);
