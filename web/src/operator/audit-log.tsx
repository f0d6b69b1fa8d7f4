import { Button, NativeSelect, Text, TextInput } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditResponse } from '../api/generated';
import { auditQuery } from '../api/operator';
import { operator } from '../messages/en/operator';
import { Empty } from '../parts/empty';
import { Filters, Listing, rowsOf, useFilter } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { exactTime } from '../parts/relative-time';
import { Row } from '../parts/rows';
import type { OperatorSearch } from '../parts/searches';

const words = operator.audit;

/** Who changed what, the newest first. A click on a user or a resource shows what else they have. */
export function AuditLog({ search }: { search: OperatorSearch }) {
  const { user, action, resource, since } = search;
  const filter = {
    ...(user ? { user } : {}),
    ...(action ? { action: action as AuditResponse['action'] } : {}),
    ...(resource ? { resource } : {}),
    ...(since ? { 'created_at[gte]': new Date(`${since}T00:00`).toISOString() } : {}),
  };
  const list = useInfiniteQuery(auditQuery(filter));
  const set = useFilter();
  const actions = new Set([...(action ? [action] : []), ...(rowsOf(list)?.map((entry) => entry.action) ?? [])]);
  return (
    <>
      <Filters label={words.filters}>
        <NativeSelect
          label={words.action}
          value={action ?? ''}
          onChange={(event) => set({ action: event.currentTarget.value })}
          data={[{ value: '', label: words.any }, ...[...actions].sort()]}
        />
        <TextInput
          type="date"
          label={words.since}
          value={since ?? ''}
          onChange={(event) => set({ since: event.currentTarget.value })}
        />
        {Object.keys(filter).length > 0 && (
          <Button variant="default" onClick={() => set({ user: '', action: '', resource: '', since: '' })}>
            {words.clear}
          </Button>
        )}
      </Filters>
      <Listing
        of={list}
        label={operator.views.audit}
        columns="11.5rem minmax(0, 1.2fr) minmax(0, 2fr)"
        bars={8}
        empty={<Empty title={words.none} />}
      >
        {(entry) => <Entry key={entry.id} entry={entry} onFilter={set} />}
      </Listing>
    </>
  );
}

function Entry({ entry, onFilter }: { entry: AuditResponse; onFilter(part: Record<string, string>): void }) {
  const { created_at: time, action, user, means, resource, details } = entry;
  const { id } = resource;
  const name = user ? visibleText(user.name ?? words.gone) : means === 'cli' ? words.cli : words.nobody;
  return (
    <Row>
      <time dateTime={time} className="tabular">
        {exactTime(time)}
      </time>
      <div>
        <Text fw={600}>{action}</Text>
        <Text size="sm" c="dimmed" component="div">
          {user ? (
            <Only label={words.onlyUser(name)} onClick={() => onFilter({ user: user.id })}>
              <bdi>{name}</bdi>
            </Only>
          ) : (
            name
          )}
          {words.by[means] && ` · ${words.by[means]}`}
        </Text>
      </div>
      <div>
        {id !== null && (
          <Only label={words.onlyResource(id)} onClick={() => onFilter({ resource: id })}>
            <code>{id}</code>
          </Only>
        )}
        {Object.keys(details).length > 0 && (
          <Text size="sm">
            <Name>{detailText(details)}</Name>
          </Text>
        )}
      </div>
    </Row>
  );
}

const Only = ({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) => (
  <Button variant="transparent" size="compact-sm" px={0} aria-label={label} onClick={onClick}>
    {children}
  </Button>
);

/** `fields: version, notes; version: 1.2` */
const detailText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
