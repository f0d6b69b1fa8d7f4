import { Button, NativeSelect, Text, TextInput } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { AuditResponse } from '../api/generated';
import { isUuid } from '../api/ids';
import { auditQuery } from '../api/operator';
import { operator } from '../messages/en/operator';
import { Empty } from '../parts/empty';
import { Name, visibleText } from '../parts/name';
import { QueryNote } from '../parts/problem-note';
import { exactTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { AUDIT_ACTIONS } from './audit-actions';
import type { OperatorSearch } from '../parts/searches';
import classes from './operator.module.css';

const words = operator.audit;

/** Who changed what, the newest first. */
export function AuditLog({ search }: { search: OperatorSearch }) {
  const { user, action, resource, since } = search;
  const filter = {
    ...(user ? { user } : {}),
    ...(action ? { action: action as AuditResponse['action'] } : {}),
    ...(resource ? { resource } : {}),
    ...(since ? { 'created_at[gte]': new Date(`${since}T00:00`).toISOString() } : {}),
  };
  const list = useInfiniteQuery(auditQuery(filter));
  const navigate = useNavigate();
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const set = (part: { [Key in keyof OperatorSearch]?: string | undefined }) =>
    void navigate({ to: '/operator', search: { ...search, ...part } as never, replace: true });
  return (
    <>
      <search className={classes.filters} aria-label={words.filters}>
        <NativeSelect
          label={words.action}
          value={action ?? ''}
          onChange={(event) => set({ action: event.currentTarget.value })}
          data={[{ value: '', label: words.any }, ...AUDIT_ACTIONS]}
        />
        <IdField key={`u${user}`} label={words.user} value={user} onChange={(id) => set({ user: id })} />
        <IdField
          key={`r${resource}`}
          label={words.resource}
          value={resource}
          onChange={(id) => set({ resource: id })}
        />
        <TextInput
          type="date"
          label={words.since}
          value={since ?? ''}
          onChange={(event) => set({ since: event.currentTarget.value })}
        />
        {Object.keys(filter).length > 0 && (
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/operator', search: { view: 'audit' } as never, replace: true })}
          >
            {words.clear}
          </Button>
        )}
      </search>
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={8} height={60} />}
      {rows?.length === 0 && <Empty title={words.none} />}
      {rows && rows.length > 0 && (
        <Rows label={operator.views.audit} columns="11.5rem minmax(0, 1.2fr) minmax(0, 2fr)">
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} onFilter={set} />
          ))}
        </Rows>
      )}
      <ShowMore list={list} />
    </>
  );
}

/** Takes a whole id, when somebody presses Enter or leaves the field. */
function IdField({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value?: string | undefined;
  onChange(id: string): void;
}) {
  const [text, setText] = useState(value);
  const [isWrong, setWrong] = useState(false);
  const commit = (event?: FormEvent) => {
    event?.preventDefault();
    const id = text.trim().toLowerCase();
    const isBad = id !== '' && !isUuid(id);
    setWrong(isBad);
    if (!isBad && id !== value) onChange(id);
  };
  return (
    <form onSubmit={commit}>
      <TextInput
        label={label}
        value={text}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        error={isWrong && words.badId}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => commit()}
      />
    </form>
  );
}

function Entry({
  entry,
  onFilter,
}: {
  entry: AuditResponse;
  onFilter(part: { user?: string; resource?: string }): void;
}) {
  const { created_at: time, action, user, means, resource, request_id: request, details } = entry;
  const name = user ? visibleText(user.name ?? words.gone) : means === 'cli' ? words.cli : words.nobody;
  const { id } = resource;
  return (
    <Row>
      <time dateTime={time} className="tabular">
        {exactTime(time)}
      </time>
      <div className={classes.wrapping}>
        <Text fw={600}>{action}</Text>
        <Text size="sm" c="dimmed" component="div">
          {user ? (
            <Button
              variant="transparent"
              size="compact-sm"
              px={0}
              aria-label={words.onlyUser(name)}
              onClick={() => onFilter({ user: user.id })}
            >
              <bdi>{name}</bdi>
            </Button>
          ) : (
            name
          )}
          {words.by[means] && ` · ${words.by[means]}`}
        </Text>
      </div>
      <div className={classes.wrapping}>
        {id !== null && (
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            aria-label={words.onlyResource(id)}
            onClick={() => onFilter({ resource: id })}
          >
            <code>{id}</code>
          </Button>
        )}
        {Object.keys(details).length > 0 && (
          <Text size="sm">
            <Name>{detailText(details)}</Name>
          </Text>
        )}
        {request && (
          <Text size="xs" c="dimmed">
            {words.request(request)}
          </Text>
        )}
      </div>
    </Row>
  );
}

/** `fields: version, notes; version: 1.2` */
const detailText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
