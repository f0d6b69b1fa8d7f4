import { Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OverviewResponse } from '../api/generated';
import { overviewQuery } from '../api/operator';
import { operator as all } from '../messages/en/operator';
import { Name } from '../parts/name';
import { NetworkBar } from '../parts/network-bar';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { clockTime, exactTime, RelativeTime } from '../parts/relative-time';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './operator.module.css';

const words = all.now;

/** What is so now. What nobody knows is said to be not known. */
export function Now() {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (!data && error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <SlowSkeleton rows={4} height={120} />;
  return (
    <>
      <NetworkBar since={data.sources.unreachable_since} />
      <div className={classes.panels}>
        <Fails overview={data} />
        <Waits overview={data} />
        <Service overview={data} />
        <Hosts overview={data} />
      </div>
    </>
  );
}

function Fact({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...(isBad ? { 'data-bad': true } : {})}>{children}</dd>
    </>
  );
}

const count = (value: number | null) => (value === null ? all.notKnown : value === 0 ? all.none : all.many(value));
const wait = (seconds: number | null) =>
  seconds === null ? all.notKnown : seconds === 0 ? words.nothing : all.seconds(seconds);

type Props = { overview: OverviewResponse };

const Fails = ({ overview: { sources, knowledge_held: held } }: Props) => (
  <Panel title={words.fails}>
    <dl className={classes.facts}>
      <Fact name={words.failing} isBad={(sources.failing ?? 0) > 0}>
        {sources.failing ? (
          <Link to="/operator" search={{ view: 'sources' } as never}>
            {count(sources.failing)}
          </Link>
        ) : sources.unreachable_since ? (
          words.noneReached
        ) : (
          count(sources.failing)
        )}
      </Fact>
      <Fact name={words.held} isBad={(held ?? 0) > 0}>
        {held ? (
          <Link to="/operator" search={{ view: 'knowledge' } as never}>
            {count(held)}
          </Link>
        ) : (
          count(held)
        )}
      </Fact>
    </dl>
  </Panel>
);

const Waits = ({ overview: { queue, sources } }: Props) => (
  <Panel title={words.queue}>
    <dl className={classes.facts}>
      <Fact name={words.deliveries}>{count(queue.deliveries_due)}</Fact>
      <Fact name={words.oldestDelivery}>{wait(queue.oldest_delivery_seconds)}</Fact>
      <Fact name={words.oldestMessage}>{wait(queue.oldest_message_seconds)}</Fact>
      <Fact name={words.checks}>{count(queue.checks_due)}</Fact>
      <Fact name={words.oldestCheck}>{wait(queue.oldest_check_seconds)}</Fact>
      <Fact name={words.sourcesDue}>{wait(sources.oldest_due_seconds)}</Fact>
    </dl>
  </Panel>
);

const Service = ({ overview }: Props) => {
  const { version, commit, started_at: started, database, operator_is_told: isTold, users } = overview;
  return (
    <Panel title={words.service}>
      <dl className={classes.facts}>
        <Fact name={words.version}>{version}</Fact>
        <Fact name={words.commit}>{commit ? <code>{commit.slice(0, 12)}</code> : all.notKnown}</Fact>
        <Fact name={words.started}>
          <RelativeTime time={started} /> ({words.startedOf})
        </Fact>
        <Fact name={words.replicas}>{words.replicasText}</Fact>
        <Fact name={words.users}>
          <Link to="/operator" search={{ view: 'users' } as never}>
            {all.many(users.total)}
          </Link>
        </Fact>
        <Fact name={words.database}>
          {words.kinds[database.kind] ?? database.kind} {database.version}
        </Fact>
        <Fact name={words.migrated} isBad={!database.migrated}>
          {database.migrated ? words.migratedYes : words.migratedNo}
        </Fact>
        <Fact name={words.writable} isBad={!database.writable}>
          {database.writable ? words.writableYes : words.writableNo}
        </Fact>
        <Fact name={words.told}>{isTold ? words.toldYes : words.toldNo}</Fact>
      </dl>
    </Panel>
  );
};

const Hosts = ({ overview: { sources } }: Props) => {
  const { resting, resting_hosts: hosts } = sources;
  return (
    <Panel title={words.hosts}>
      {hosts.length === 0 && (
        <Text c="dimmed">{sources.unreachable_since ? words.hostsUnreachable : words.hostsNone}</Text>
      )}
      <ul className={classes.hosts}>
        {hosts.map(({ host, until }, index) => (
          <li key={index}>
            <Name>{host}</Name>{' '}
            <Text span c="dimmed">
              {words.until}{' '}
              <time dateTime={until} title={exactTime(until)}>
                {clockTime(new Date(until))}
              </time>
            </Text>
          </li>
        ))}
        {resting > hosts.length && <li>{words.moreHosts(resting - hosts.length)}</li>}
      </ul>
    </Panel>
  );
};
