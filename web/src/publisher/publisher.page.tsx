import { Button, Group, Pagination, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { PublisherResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { PRODUCTS, productsQuery, publisherQuery } from '../api/publishers';
import { publisher as words } from '../messages/en/publisher';
import { Empty } from '../parts/empty';
import { ExternalLink } from '../parts/external-link';
import { visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { ProblemNote } from '../parts/problem-note';
import { ProductGrid } from '../parts/product-grid';
import { SlowSkeleton } from '../parts/slow-skeleton';

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
      <ProductGrid label={words.products} rows={data.data} />
      {pages > 1 && (
        <Pagination
          value={Math.min(page, pages)}
          total={pages}
          onChange={(next) => void navigate({ to: '.', search: (next > 1 ? { page: next } : {}) as never })}
        />
      )}
    </>
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
