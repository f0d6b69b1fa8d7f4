import { Button, Text } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChangedVersion, changesQuery } from '../api/changes';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { notes as words } from '../messages/en/notes';
import { ExternalLink } from '../parts/external-link';
import { Name, visibleText } from '../parts/name';
import { beginningOf, NoteBlocks } from '../parts/note-blocks';
import { ProblemNote } from '../parts/problem-note';
import { exactDate } from '../parts/relative-time';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Card } from './card';
import classes from './software.module.css';

/** Characters of the newest notes that are shown before somebody asks for all. */
const LONG = 300;
/** Versions, and breaking changes, that are shown before somebody asks for all. */
const BEGINNING = 3;

/** What changes between the version in use and the one on offer: first what breaks and what is about security, then everybody's own words. */
export function ChangesCard({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow }) {
  const { uuid, version, available_version: offered } = favorite;
  const [isWhole, setWhole] = useState(false);
  const changes = useInfiniteQuery(changesQuery(uuid, version.version, offered!.version));
  const { data, error, fetchNextPage, hasNextPage } = changes;
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const noted = versions.filter(({ notes }) => notes?.length);
  const rest = isWhole ? 0 : Math.max(0, noted.length - BEGINNING);
  const isNoted =
    favorite.highlights !== undefined && favorite.highlights.breaking + favorite.highlights.security.length > 0;
  const isUnasked = software.freshness?.state === 'snapshot';
  return (
    <Card title={words.title} id="changes">
      {/* As many as most products have: one sentence that no notes are known, unless something of them is. */}
      {changes.isPending && <SlowSkeleton rows={isNoted ? 5 : 1} height={isNoted ? 44 : 24} />}
      {error && <ProblemNote error={error} onRetry={() => void changes.refetch()} />}
      {data && <Urgent versions={versions} />}
      {data && noted.length === 0 && (
        <Text c="dimmed">
          {isUnasked ? words.notAsked : hasNextPage ? words.noneHere : words.none(versions.length)}
        </Text>
      )}
      {noted.slice(0, noted.length - rest).map((one, index) => (
        <VersionNotes key={one.id} changed={one} isFirst={index === 0} />
      ))}
      {noted.length > 0 && noted.length < versions.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.without(versions.length - noted.length, versions.length)}
        </Text>
      )}
      {(rest > 0 || hasNextPage) && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          loading={changes.isFetchingNextPage}
          onClick={() => (rest > 0 ? setWhole(true) : void fetchNextPage())}
        >
          {rest > 0 ? words.more(rest) : words.older}
        </Button>
      )}
    </Card>
  );
}

/** Of all versions, before any of their texts: nobody should have to look for these. */
function Urgent({ versions }: { versions: readonly ChangedVersion[] }) {
  const [isWhole, setWhole] = useState(false);
  const breaking = versions.flatMap(({ version, breaking: all }) => all.map((text) => ({ version, text })));
  const ids = [...new Set(versions.flatMap(({ security }) => security.ids))];
  const shown = isWhole ? breaking : breaking.slice(0, BEGINNING);
  if (breaking.length === 0 && ids.length === 0) return null;
  return (
    <div className={classes.urgent}>
      {breaking.length > 0 && (
        <>
          <h3>{words.breaking(breaking.length)}</h3>
          <ul>
            {shown.map(({ version, text }, index) => (
              <li key={index} dir="auto">
                {text}{' '}
                <Text span size="sm" c="dimmed" className="tabular">
                  <Name>{version}</Name>
                </Text>
              </li>
            ))}
          </ul>
          {shown.length < breaking.length && (
            <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
              {words.moreBreaking(breaking.length - shown.length)}
            </Button>
          )}
        </>
      )}
      {ids.length > 0 && (
        <>
          <h3>{words.security}</h3>
          {ids.map((id) => (
            <code key={id}>{id}</code>
          ))}
        </>
      )}
    </div>
  );
}

/** The newest begins to be read at once, the others when somebody opens them. */
function VersionNotes({ changed, isFirst }: { changed: ChangedVersion; isFirst: boolean }) {
  const { id, version, created_at: released, url, notes, security, cut } = changed;
  const [isWhole, setWhole] = useState(!isFirst);
  const blocks = notes ?? [];
  const beginning = isWhole ? null : beginningOf(blocks, LONG);
  return (
    <details className={classes.notes} open={isFirst}>
      <summary>
        <h3 id={`notes-${id}`} className="tabular">
          <Name>{version}</Name>
        </h3>{' '}
        <span>
          {exactDate(released)}
          {security.mentions && security.ids.length === 0 && ` · ${words.mentions}`}
        </span>
      </summary>
      <div className={classes.text}>
        <NoteBlocks blocks={beginning ?? blocks} />
      </div>
      {beginning !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={words.allOf(visibleText(version))}
          onClick={() => setWhole(true)}
        >
          {words.all}
        </Button>
      )}
      {beginning === null && (cut || url) && (
        <Text size="sm" c="dimmed">
          {cut && words.cut}{' '}
          {url && (
            <ExternalLink href={url} inText={cut}>
              <span aria-label={words.originalOf(visibleText(version))}>{words.original}</span>
            </ExternalLink>
          )}
        </Text>
      )}
    </details>
  );
}
