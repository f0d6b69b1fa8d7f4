import { Anchor, Badge, Button, Group, Text } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChangedVersion, changesQuery } from '../api/changes';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { notes } from '../messages/en/notes';
import { ExternalLink } from '../parts/external-link';
import { Name, visibleText } from '../parts/name';
import { beginningOf, NoteBlocks } from '../parts/note-blocks';
import { ProblemNote } from '../parts/problem-note';
import { exactDate } from '../parts/relative-time';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Card } from './card';
import classes from './changes-card.module.css';

const words = notes;
/** Characters of a version's notes that are shown before somebody asks for all. */
const LONG = 1_600;
/** Versions that are shown before somebody asks for all. */
const BEGINNING = 8;
const BREAKING = 6;

/** What changes between the version in use and the one on offer: first what breaks and what is about security, then everybody's own words. */
export function ChangesCard({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow }) {
  const { uuid, version, available_version: offered } = favorite;
  const [isWhole, setWhole] = useState(false);
  const changes = useInfiniteQuery(changesQuery(uuid, version.version, offered!.version));
  const { data, error, fetchNextPage, hasNextPage } = changes;
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const noted = versions.filter(({ notes }) => notes !== null && notes.length > 0);
  const shown = isWhole ? noted : noted.slice(0, BEGINNING);
  const rest = noted.length - shown.length;
  const isUnasked = software.freshness?.state === 'snapshot';
  return (
    <Card title={words.title}>
      {changes.isPending && <SlowSkeleton rows={3} height={44} />}
      {error && <ProblemNote error={error} onRetry={() => void changes.refetch()} />}
      {data && <Urgent versions={versions} />}
      {data && noted.length === 0 && (
        <Text c="dimmed">
          {isUnasked ? words.notAsked : hasNextPage ? words.noneHere : words.none(versions.length)}
        </Text>
      )}
      {shown.map((one) => (
        <VersionNotes key={one.id} changed={one} />
      ))}
      {data && noted.length > 0 && noted.length < versions.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.without(
            versions.filter(({ notes }) => !notes?.length).map((one) => visibleText(one.version)),
            versions.length,
          )}
        </Text>
      )}
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {words.more(rest)}
        </Button>
      )}
      {rest <= 0 && hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          loading={changes.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {words.older}
        </Button>
      )}
    </Card>
  );
}

/** Of all versions, before any of their texts: nobody should have to look for these. */
function Urgent({ versions }: { versions: readonly ChangedVersion[] }) {
  const [isWhole, setWhole] = useState(false);
  const breaking = versions.flatMap(({ id, version, breaking: all }) => all.map((text) => ({ id, version, text })));
  const ids = [...new Set(versions.flatMap(({ security }) => security.ids))];
  const shown = isWhole ? breaking : breaking.slice(0, BREAKING);
  if (breaking.length === 0 && ids.length === 0) return null;
  return (
    <div className={classes.urgent}>
      {breaking.length > 0 && (
        <>
          <h3 className={classes.urgentTitle}>{words.breaking(breaking.length)}</h3>
          <ul>
            {shown.map(({ id, version, text }, index) => (
              <li key={`${id} ${index}`} dir="auto">
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
          <h3 className={classes.urgentTitle}>{words.security}</h3>
          <Group gap={6}>
            {ids.map((id) => (
              <code key={id} className={classes.id}>
                {id}
              </code>
            ))}
          </Group>
        </>
      )}
    </div>
  );
}

function VersionNotes({ changed }: { changed: ChangedVersion }) {
  const { id, version, created_at: released, url, notes, security, cut } = changed;
  const [isOpen, setOpen] = useState(false);
  const beginning = beginningOf(notes ?? [], LONG);
  const isFolded = beginning !== null && !isOpen;
  return (
    <section className={classes.version} aria-labelledby={`notes-${id}`}>
      <Group gap="0.2rem 0.75rem" align="baseline">
        <h3 id={`notes-${id}`} className={`${classes.name} tabular`}>
          <Name>{version}</Name>
        </h3>
        <Text span size="sm" c="dimmed" className="tabular">
          {exactDate(released)}
        </Text>
        {security.mentions && security.ids.length === 0 && (
          <Badge variant="light" color="gray" size="sm">
            {words.mentions}
          </Badge>
        )}
        {url && (
          <Text span size="sm">
            <ExternalLink href={url}>
              <span aria-label={words.originalOf(visibleText(version))}>{words.original}</span>
            </ExternalLink>
          </Text>
        )}
      </Group>
      <div className={classes.text}>
        <NoteBlocks blocks={isFolded ? beginning : (notes ?? [])} />
      </div>
      {beginning !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={isOpen ? words.fewerOf(visibleText(version)) : words.allOf(visibleText(version))}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.fewer : words.all}
        </Button>
      )}
      {cut && !isFolded && (
        <Text size="sm" c="dimmed">
          {words.cut}{' '}
          {url && /^https?:/i.test(url) && (
            <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit underline="always">
              {words.original}
            </Anchor>
          )}
        </Text>
      )}
    </section>
  );
}
