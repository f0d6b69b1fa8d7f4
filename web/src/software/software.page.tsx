import { Button, Group } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { favoriteOfQuery, softwareQuery, timelineQuery } from '../api/software';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { ExternalLink } from '../parts/external-link';
import { useOnceTrue } from '../parts/later';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { ProblemNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { TagMarks } from '../parts/tag-marks';
import { Tile } from '../parts/tile';
import { MoreActs } from './acts';
import { ChangesCard } from './changes-card';
import { Decision } from './decision';
import classes from './software.module.css';
import { useVersions, Versions } from './versions';
import { VulnerabilitiesCard } from './vulnerabilities-card';

const Settings = lazy(() => import('./settings'));

const words = messages.software;

/** One product: what is in use and on offer, what changed between them, and what its owner has decided about it. */
export function SoftwarePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const software = useQuery(softwareQuery(id));
  const favorite = useQuery(favoriteOfQuery(id));
  // What it tells of the series in use is among what is read first, and must not move the rest.
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
  const newer = useVersions(id, favorite);
  // How far apart the two are is among what must not move, too; later versions in use are waited for in their place.
  const isRead = useOnceTrue(!newer.isLoading);
  const setSearch = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const tags = favorite?.tags ?? [];
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
          {tags.length > 0 && <TagMarks tags={tags} most={tags.length} />}
        </Group>
      }
      beside={<MoreActs software={software} favorite={favorite} />}
    >
      {isRead ? (
        <div className={classes.cards}>
          {software.short_description && (
            <p className={classes.description}>
              <Name>{software.short_description}</Name>
            </p>
          )}
          <Decision software={software} favorite={favorite} newer={newer} timeline={timeline.data} />
          {favorite?.update_available && favorite.available_version && (
            <ChangesCard software={software} favorite={favorite} />
          )}
          {favorite && <VulnerabilitiesCard software={software} favorite={favorite} />}
          <Versions software={software} favorite={favorite} timeline={timeline} search={search} onSearch={setSearch} />
          <SettingsFold
            software={software}
            favorite={favorite}
            series={timeline.data?.series ?? []}
            isShown={search.settings === 'yes'}
            onShow={(isShown) => setSearch({ settings: isShown ? 'yes' : undefined })}
          />
        </div>
      ) : (
        <SlowSkeleton rows={4} height={120} />
      )}
    </Page>
  );
}

/** What is set once and rarely looked at again. It stays there when it is folded: somebody may have typed something. */
function SettingsFold({
  isShown,
  onShow,
  ...of
}: Parameters<typeof Settings>[0] & { isShown: boolean; onShow(isShown: boolean): void }) {
  // The operator's list leads to the source itself.
  const [isOpen, setOpen] = useState(isShown || window.location.hash === '#source');
  const wasOpen = useOnceTrue(isOpen);
  return (
    <details
      className={classes.card}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) return;
        setOpen(currentTarget.open);
        onShow(currentTarget.open);
      }}
    >
      <summary>
        <h2>{words.settings.title}</h2> <span>{of.favorite ? words.settings.has : words.settings.hasUntracked}</span>
      </summary>
      {wasOpen && (
        <Suspense fallback={<SlowSkeleton rows={4} height={120} />}>
          <Settings {...of} />
        </Suspense>
      )}
    </details>
  );
}

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
