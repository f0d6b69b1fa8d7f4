import { Alert, Button, Stack, Text, Title } from '../parts/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { ContentEntry, ContentResponse } from '../api/generated';
import type { Lowering } from '../api/inventories';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { SupportMark } from '../parts/support-mark';
import { sentence } from '../parts/text';
import { VersionWay } from '../parts/version-way';
import { changesOf, othersOf } from './counts';
import { BringBack } from './ignored';
import { imageToWrite } from './image-tag';
import classes from './inventory.module.css';
import { LoweredRows, loweringOf } from './lowered-rows';
import { Product, Section, type TwoCells, What } from './preview-section';
import { Reason, UnknownActions, type UnknownComponent } from './unknown-actions';

const words = messages.inventory.preview;

/** What an upload would do, and the button that does it. */
export function Preview({
  name,
  answer,
  isAnew,
  isFirst,
  isBusy,
  onApply,
  onDecided,
  children,
}: {
  name: string;
  answer: ContentResponse;
  isAnew: boolean;
  /** What was found is the first thing to see, and opened. */
  isFirst: boolean;
  isBusy: boolean;
  onApply(lower: Lowering): void;
  /** Something was decided about what is unknown: the outcome is another one. */
  onDecided(): void;
  children: ReactNode;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // What somebody tries first is no older truth.
  const lower = isFirst ? 'all' : loweringOf(answer, ticked);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAway = useAwaySince() !== null;
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
      <div className={classes.previewHead}>
        <div className={classes.whole}>
          <Title order={2} ref={heading} tabIndex={-1}>
            {isFirst ? words.firstTitle : words.title(name)}
          </Title>
          <Text c="dimmed" size="sm">
            {words.read(answer.components, answer.format)}
          </Text>
        </div>
        <Button loading={isBusy} disabled={isAway || lower === null} onClick={() => lower && onApply(lower)}>
          {isFirst && added > 0 ? words.takeAll(added) : words.apply}
        </Button>
      </div>
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
        <BringBack inventory={name} id={one.decision} name={one.name} onDone={onDecided} />,
      ]}
    />
  </>
);

const worthOf = ({ facts }: ContentEntry) => (facts ? facts.critical * 1_000 + facts.vulnerabilities : 0);
const worstFirst = (a: ContentEntry, b: ContentEntry) => worthOf(b) - worthOf(a);

/** What the file has, what matters about it, and the image to write into the file for what is new. */
const found = (one: ContentEntry): TwoCells => {
  const { version, facts } = one;
  const { available = null, vulnerabilities = 0, critical = 0, support } = facts ?? {};
  const image = available === null ? null : imageToWrite(one, available);
  return [
    <What one={one} />,
    <div className={classes.facts}>
      {version !== null && available !== null && <VersionWay from={version} to={available} />}
      {version !== null && available === null && <bdi className="tabular">{visibleText(version)}</bdi>}
      {facts && available === null && <span className={classes.soft}>{words.newest}</span>}
      {vulnerabilities > 0 && <strong>{words.critical(vulnerabilities, critical)}</strong>}
      <SupportMark support={support} />
      {image && (
        <span className={classes.soft}>
          {words.write} <code>{visibleText(image)}</code>
        </span>
      )}
    </div>,
  ];
};
