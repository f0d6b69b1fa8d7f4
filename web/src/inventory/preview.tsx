import { Alert, Checkbox, Group, Stack, Text, Title } from '../parts/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContentEntry, ContentResponse, LabelPolicyResponse } from '../api/generated';
import { LOWER_AT_MOST, type Lowering } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Name, visibleText } from '../parts/name';
import { SupportMark } from '../parts/support-mark';
import { sentence } from '../parts/text';
import { VersionWay } from '../parts/version-way';
import { changesOf, othersOf } from './counts';
import { BringBack } from './ignored';
import { imageToWrite } from './image-tag';
import classes from './inventory.module.css';
import { Product, Section, type TwoCells, What } from './preview-section';
import { Reason, UnknownActions, type UnknownComponent } from './unknown-actions';

const words = messages.inventory.preview;

/** What an upload would do, and the button that does it. */
export function Preview({
  name,
  answer,
  isAnew,
  isFirst,
  apply,
  onDecided,
  children,
}: {
  name: string;
  answer: ContentResponse;
  isAnew: boolean;
  /** What was found is the first thing to see, and opened. */
  isFirst: boolean;
  apply(lower: Lowering): Promise<void>;
  /** Something was decided about what is unknown: the outcome is another one. */
  onDecided(): void;
  children: ReactNode;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // What somebody tries first is no older truth.
  const lower = isFirst ? 'all' : loweringOf(answer, ticked);
  const heading = useRef<HTMLHeadingElement>(null);
  // What somebody waited for is where they go on reading.
  useEffect(() => heading.current?.focus(), []);
  const { kept, added, created, moved, removed, ignored } = answer.counts;
  // Of more rows than are listed, all that are ticked is all.
  const lowered = lower === 'all' ? kept : ticked.size;
  const counts = { ...answer.counts, lowered, kept: kept - lowered };
  // The examples of a first start have gone by then.
  const changes = changesOf(isFirst ? { ...counts, lowered: 0 } : counts);
  const others = othersOf(answer.counts);
  const summary = `${changes ? sentence(changes) : words.nothing}${others ? ` ${sentence(others)}` : ''}`;
  const isFine = added + created + moved + removed + ignored > 0;
  const fine = isFine ? (
    <details className={classes.part} open={isFirst || undefined}>
      <summary>{summary}</summary>
      <Fine name={name} answer={answer} onDecided={onDecided} />
    </details>
  ) : (
    <p className={classes.part}>{summary}</p>
  );
  return (
    <section className={classes.preview} aria-label={words.title(name)}>
      <Group justify="space-between" align="flex-start">
        <div className={classes.whole}>
          <Title order={2} ref={heading} tabIndex={-1}>
            {isFirst ? words.firstTitle : words.title(name)}
          </Title>
          <Text c="dimmed" size="sm">
            {words.read(answer.components, answer.format)}
          </Text>
        </div>
        <ActButton
          variant="filled"
          size="sm"
          disabled={lower === null}
          act={() => apply(lower!)}
          {...(answer.shrinks && {
            question: { title: words.shrinkTitle, text: words.shrinkText(removed, name), action: words.shrink },
          })}
        >
          {isFirst && added + created > 0 ? words.takeAll(added + created) : words.apply}
        </ActButton>
      </Group>
      {answer.warnings.map((warning) => (
        <Alert key={warning} color="yellow" title={words.warning} mt="sm">
          <Name>{warning}</Name>
        </Alert>
      ))}
      {isAnew && (
        <Alert color="yellow" title={words.changed} role="alert" mt="sm">
          {words.changedText}
        </Alert>
      )}
      {children}
      {isFirst && fine}
      <Unsure name={name} answer={answer} onDecided={onDecided} />
      {kept > 0 && !isFirst && <LoweredRows answer={answer} ticked={ticked} onTick={setTicked} lower={lower} />}
      {!isFirst && fine}
    </section>
  );
}

interface PartProps {
  name: string;
  answer: ContentResponse;
  onDecided(): void;
}

/** What somebody should look at. */
const Unsure = ({ name, answer, onDecided }: PartProps) => (
  <>
    {(['unmatched', 'ambiguous'] as const).map((kind) => (
      <Section
        key={kind}
        kind={kind}
        total={answer.counts[kind]}
        entries={answer[kind] as readonly UnknownComponent[]}
        row={(one) => [
          <What one={{ ...one, software: null }} version={one.version} />,
          <Stack gap={4}>
            <Reason one={one} Product={Product} />
            <UnknownActions inventory={name} component={one} onDecided={onDecided} />
          </Stack>,
        ]}
      />
    ))}
    <Section
      kind="rejected"
      total={answer.counts.rejected}
      entries={answer.rejected}
      row={(one) => [<Name>{one.where}</Name>, <Name>{sentence(one.reason)}</Name>]}
    />
  </>
);

const Fine = ({ name, answer: { counts, ...answer }, onDecided }: PartProps) => (
  <>
    <Section kind="added" total={counts.added} entries={answer.added.toSorted(worstFirst)} row={found} />
    <Section kind="created" total={counts.created} entries={answer.created} row={found} />
    <Section
      kind="moved"
      total={counts.moved}
      entries={answer.moved}
      row={(one) => [<What one={one} />, <VersionWay from={one.from} to={one.to} />]}
    />
    <Section kind="removed" total={counts.removed} entries={answer.removed} row={found} />
    <Section
      kind="ignored"
      total={counts.ignored}
      entries={answer.ignored}
      row={(one) => [
        <What one={{ ...one, software: null }} version={one.version} />,
        one.decision === null ? (
          <Name>{one.label!}</Name>
        ) : (
          <BringBack inventory={name} id={one.decision} name={one.name} onDone={onDecided} />
        ),
      ]}
    />
  </>
);

/** What may be lowered; null = too many are ticked one by one. */
function loweringOf({ kept }: ContentResponse, ticked: ReadonlySet<string>): Lowering | null {
  if (kept.length > 0 && ticked.size === kept.length) return 'all';
  return ticked.size > LOWER_AT_MOST ? null : [...ticked];
}

/** Favorites that show a higher version: each row has its own tick, and one without keeps its version. */
function LoweredRows({
  answer: { counts, kept },
  ticked,
  onTick,
  lower,
}: {
  answer: ContentResponse;
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
  lower: Lowering | null;
}) {
  const ids = kept.map(({ software }) => software!.id);
  const tick = (id: string, isTicked: boolean) =>
    onTick(new Set(isTicked ? [...ticked, id] : [...ticked].filter((one) => one !== id)));
  return (
    <Section
      kind="kept"
      total={counts.kept}
      entries={kept}
      before={
        kept.length > 1 && (
          <Checkbox
            mb="xs"
            label={words.lowerAll(counts.kept)}
            checked={ticked.size === ids.length}
            indeterminate={ticked.size > 0 && ticked.size < ids.length}
            error={lower === null && words.lowerTooMany(LOWER_AT_MOST)}
            onChange={(event) => onTick(new Set(event.currentTarget.checked ? ids : []))}
          />
        )
      }
      row={(one) => [
        <Group wrap="nowrap" gap="sm" align="flex-start">
          <Checkbox
            aria-label={words.lowerOne(visibleText(one.software!.name), visibleText(one.from), visibleText(one.to))}
            checked={ticked.has(one.software!.id)}
            onChange={(event) => tick(one.software!.id, event.currentTarget.checked)}
          />
          <What one={one} />
        </Group>,
        <VersionWay from={one.from} to={one.to} />,
      ]}
    />
  );
}

const worthOf = ({ facts }: ContentEntry) => (facts ? facts.critical * 1_000 + facts.vulnerabilities : 0);
const worstFirst = (a: ContentEntry, b: ContentEntry) => worthOf(b) - worthOf(a);

/** The policy of the favorite that is made, in a few words. */
function byLabels({
  series,
  minimum_age_days: days,
  include_prereleases: isEarly,
  labels,
}: LabelPolicyResponse): string {
  const { policy: named } = messages.favorites;
  const said = [series && named.series(visibleText(series)), isEarly && named.prereleases, days && named.age(days)];
  return words.byLabels(said.filter(Boolean).join(', '), visibleText(labels.join(', ')) || words.itsTag);
}

/** What the file has, what matters about it, and the image to write into the file for what is new. */
const found = (one: ContentEntry): TwoCells => {
  const { version, facts, tag, policy } = one;
  const { available = null, vulnerabilities = 0, critical = 0, support } = facts ?? {};
  const image = available === null ? null : imageToWrite(one, available);
  return [
    <What one={one} />,
    <div className={classes.facts}>
      {version !== null && available !== null && <VersionWay from={version} to={available} />}
      {version !== null && available === null && <bdi className="tabular">{visibleText(version)}</bdi>}
      {tag && <Soft>{words.follows(visibleText(tag), one.version_from !== 'none')}</Soft>}
      {policy && <Soft>{byLabels(policy)}</Soft>}
      {facts && available === null && <Soft>{words.newest}</Soft>}
      {vulnerabilities > 0 && <strong>{words.critical(vulnerabilities, critical)}</strong>}
      <SupportMark support={support} />
      {image && (
        <Soft>
          {words.write} <code>{visibleText(image)}</code>
        </Soft>
      )}
    </div>,
  ];
};

const Soft = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);
