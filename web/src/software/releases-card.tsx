import type { UseQueryResult } from '@tanstack/react-query';
import type { FavoriteRow } from '../api/favorites';
import type { ListedVersionResponse, SoftwareResponse, TimelineResponse } from '../api/generated';
import { messages } from '../messages';
import { ProblemNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Timeline } from '../plot/timeline';
import type { Range } from '../plot/timeline-model';
import { Card } from './card';
import { NotesOfMark } from './notes-of-mark';

const words = messages.software.timeline;

interface View {
  from?: Range;
  view?: 'table';
}

export function ReleasesCard({
  software: { id, name },
  favorite,
  timeline,
  known,
  search,
  onSearch,
}: {
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
  timeline: UseQueryResult<TimelineResponse>;
  /** Versions that are on the page already. */
  known: readonly ListedVersionResponse[];
  search: View;
  onSearch(change: View): void;
}) {
  return (
    <Card title={words.title}>
      {timeline.data && timeline.data.id.length > 0 && (
        <Timeline
          name={name}
          timeline={timeline.data}
          range={search.from}
          onRange={(from) => onSearch({ from })}
          isTable={search.view === 'table'}
          onTable={(isTable) => onSearch({ view: isTable ? 'table' : undefined })}
          inUse={favorite?.version ?? null}
          series={favorite?.policy?.series ?? null}
          supportEndsOn={favorite?.support?.eol_on ?? null}
          minimumAgeDays={favorite?.policy?.minimum_age_days ?? null}
          linkOf={(mark, isChosen) => <NotesOfMark software={id} mark={mark} known={known} isChosen={isChosen} />}
          onOpen={() => document.querySelector<HTMLElement>('[data-notes-of-mark] a')?.click()}
        />
      )}
      {timeline.data?.id.length === 0 && messages.software.nothingKnown}
      {!timeline.data && timeline.error && (
        <ProblemNote error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {timeline.isPending && <SlowSkeleton rows={1} height={220} />}
    </Card>
  );
}
