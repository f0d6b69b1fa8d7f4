import { Button, Group, Stack, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { favoriteOfQuery, softwareQuery, timelineQuery } from '../api/software';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { ExternalLink } from '../parts/external-link';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { ProblemNote } from '../parts/problem-note';
import { useNoteRecent } from '../parts/recent';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Tile } from '../parts/tile';
import { ActionBar } from './action-bar';
import { Card } from './card';
import { ChangesCard } from './changes-card';
import { MessagesCard } from './messages-card';
import { OwnNotes } from './own-notes';
import { PolicyCard } from './policy-card';
import { ProbeCard } from './probe-card';
import { ReleasesCard } from './releases-card';
import classes from './software.module.css';
import { SourceCard } from './source-card';
import { TagsCard } from './tags-card';
import { StatusLine } from './status-line';
import { rowsOf, useNewer, VersionLists } from './version-lists';
import { isKnown, VulnerabilitiesCard } from './vulnerabilities-card';

const words = messages.software;

/** One product: what is in use and on offer, its releases, and what its owner has decided about it. */
export function SoftwarePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const software = useQuery(softwareQuery(id));
  const favorite = useQuery(favoriteOfQuery(id));
  // What is below the timeline must not move when it comes.
  const { isPending: isTimelinePending } = useQuery(timelineQuery(id));
  if (isProblem(software.error, 404)) return <Gone />;
  if (software.data && favorite.data !== undefined && !isTimelinePending)
    return <Product key={id} software={software.data} favorite={favorite.data} />;
  const error = software.error ?? favorite.error;
  const retry = () => void Promise.all([software.refetch(), favorite.refetch()]);
  return (
    <Page title={software.data ? visibleText(software.data.name) : words.title}>
      {error ? <ProblemNote error={error} onRetry={retry} /> : <SlowSkeleton rows={4} height={120} />}
    </Page>
  );
}

function Product({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow | null }) {
  const { id, name, publisher } = software;
  const search = useSearch({ from: '/shell/software/$id' });
  const navigate = useNavigate({ from: '/software/$id' });
  const timeline = useQuery(timelineQuery(id));
  const newer = useNewer(id, favorite);
  useNoteRecent(software);
  // That nothing is known is said after what is known.
  const isAssessed = !favorite?.risk || isKnown(favorite.risk);
  const setSearch = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  return (
    <Page
      title={visibleText(name)}
      before={<Tile name={name} icon={software.icon} />}
      lead={
        <Group gap="0.2rem 0.9rem" className={classes.lead}>
          {publisher && (
            <Link to="/publisher/$id" params={{ id: publisher.id }} className={classes.publisher}>
              <Name>{publisher.name}</Name>
            </Link>
          )}
          {software.url && <ExternalLink href={software.url}>{words.site}</ExternalLink>}
          {favorite?.product?.notes_url && <ExternalLink href={favorite.product.notes_url}>{words.notes}</ExternalLink>}
        </Group>
      }
      beside={<ActionBar software={software} favorite={favorite} />}
    >
      <Stack gap="md">
        {software.short_description && (
          <Text c="dimmed" className={classes.description}>
            <Name>{software.short_description}</Name>
          </Text>
        )}
        <StatusLine software={software} favorite={favorite} newer={newer} />
        <ReleasesCard
          software={software}
          favorite={favorite}
          timeline={timeline}
          known={rowsOf(newer)}
          search={search}
          onSearch={setSearch}
        />
        <div className={classes.columns}>
          <div className={classes.lists}>
            {favorite && isAssessed && <VulnerabilitiesCard software={software} favorite={favorite} />}
            {favorite?.update_available && favorite.available_version && (
              <ChangesCard software={software} favorite={favorite} />
            )}
            <VersionLists software={software} favorite={favorite} newer={newer} search={search} onSearch={setSearch} />
            {favorite && !isAssessed && <VulnerabilitiesCard software={software} favorite={favorite} />}
          </div>
          <Stack gap="md" className={classes.side}>
            {favorite && (
              <>
                <ProbeCard favorite={favorite} />
                <PolicyCard favorite={favorite} series={timeline.data?.series ?? []} />
                <TagsCard favorite={favorite} />
                <OwnNotes favorite={favorite} />
                <MessagesCard favorite={favorite} />
              </>
            )}
            <SourceCard software={software} isTracked={favorite !== null} />
            <Identifiers software={software} />
          </Stack>
        </div>
      </Stack>
    </Page>
  );
}

const Identifiers = ({ software: { identifiers = [] } }: { software: SoftwareResponse }) =>
  identifiers.length > 0 && (
    <Card title={words.identifiers}>
      <ul className={classes.identifiers}>
        {identifiers.map(({ type, value }) => (
          <li key={`${type} ${value}`}>
            <span>{type}</span> <code>{visibleText(value)}</code>
          </li>
        ))}
      </ul>
    </Card>
  );

function Gone() {
  const router = useRouter();
  return (
    <Page title={words.gone.title}>
      <Empty title={words.gone.text}>
        <Button onClick={() => router.history.back()}>{words.gone.back}</Button>
      </Empty>
    </Page>
  );
}
