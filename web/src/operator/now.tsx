import { Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OverviewResponse } from '../api/generated';
import { overviewQuery } from '../api/operator';
import { sessionQuery } from '../api/queries';
import { operator as all } from '../messages/en/operator';
import { Fact } from '../parts/fact';
import { Icon } from '../parts/icon';
import { Name } from '../parts/name';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { clockTime, exactTime, RelativeTime } from '../parts/relative-time';
import { SlowSkeleton } from '../parts/slow-skeleton';
import type { OperatorSearch } from '../parts/searches';
import classes from './operator.module.css';

const words = all.now;

/** What is so now. What nobody knows is said to be not known. */
export function Now() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const { data: session } = useQuery(sessionQuery);
  if (!data && error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <SlowSkeleton rows={4} height={120} />;
  return (
    <>
      <Well overview={data} hasMail={session?.features.mail ?? true} />
      <div className={classes.panels}>
        <Service overview={data} />
        <Waits overview={data} />
        <Hosts overview={data} />
      </div>
    </>
  );
}

type Props = { overview: OverviewResponse };

/** `All is well`, or what is not, each with the way to its place. */
function Well({ overview: { sources, database, knowledge_held: held }, hasMail }: Props & { hasMail: boolean }) {
  const { unreachable_since: since, polled, failing } = sources;
  const view = (name: OperatorSearch['view'], text: string) => (
    <Link to="/operator" search={{ view: name } as never}>
      {text}
    </Link>
  );
  const wrong = [
    since && view('sources', words.noNetwork(exactTime(since))),
    polled === 'off' && view('sources', words.off),
    failing ? view('sources', words.sourcesFail(all.many(failing), failing)) : null,
    held ? view('knowledge', words.held(all.many(held), held)) : null,
    !hasMail && <Link to="/channels/new">{words.noMail}</Link>,
    !database.migrated && words.notMigrated,
    !database.writable && words.notWritable,
  ].filter(Boolean);
  if (wrong.length === 0)
    return (
      <p className={classes.well} role="status">
        <Icon name="check" /> {words.well}
      </p>
    );
  return (
    <ul className={classes.well} aria-label={words.wrong}>
      {wrong.map((one, index) => (
        <li key={index}>{one}</li>
      ))}
    </ul>
  );
}

const count = (value: number | null) => (value === null ? all.notKnown : all.many(value));
const wait = (seconds: number | null) => (seconds === null ? all.notKnown : all.seconds(seconds));

/** Where nobody waits, nothing is said. */
function Waits({ overview: { queue, sources } }: Props) {
  const known = [
    [words.deliveries, queue.deliveries_due, count],
    [words.oldestDelivery, queue.oldest_delivery_seconds, wait],
    [words.oldestMessage, queue.oldest_message_seconds, wait],
    [words.checks, queue.checks_due, count],
    [words.oldestCheck, queue.oldest_check_seconds, wait],
    [words.sourcesDue, sources.oldest_due_seconds, wait],
  ] as const;
  const facts = known.filter(([, value]) => value !== 0);
  return (
    <Panel title={words.queue}>
      {facts.length === 0 && <Text c="dimmed">{words.nothing}</Text>}
      <dl className={classes.facts}>
        {facts.map(([name, value, text]) => (
          <Fact key={name} name={name}>
            {text(value)}
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

const Service = ({ overview }: Props) => {
  const { version, commit, started_at: started, database, operator_is_told: isTold } = overview;
  return (
    <Panel title={words.service}>
      <dl className={classes.facts}>
        <Fact name={words.version}>{version}</Fact>
        <Fact name={words.commit}>{commit ? <code>{commit.slice(0, 12)}</code> : all.notKnown}</Fact>
        <Fact name={words.started}>
          <RelativeTime time={started} /> ({words.startedOf})
        </Fact>
        <Fact name={words.database}>
          {words.kinds[database.kind] ?? database.kind} {database.version}
        </Fact>
        <Fact name={words.told}>{isTold ? words.toldYes : words.toldNo}</Fact>
      </dl>
    </Panel>
  );
};

const Hosts = ({ overview: { sources } }: Props) => {
  const { resting, resting_hosts: hosts } = sources;
  if (hosts.length === 0) return null;
  return (
    <Panel title={words.hosts}>
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
