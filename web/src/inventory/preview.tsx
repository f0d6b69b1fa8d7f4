import { Alert, Button, Stack, Text, Title } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ContentEntry, ContentResponse } from '../api/generated';
import type { Lowering } from '../api/inventories';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { sayRefused } from '../parts/say';
import { sentence } from '../parts/text';
import { VersionWay } from '../parts/version-way';
import { changesOf, othersOf } from './counts';
import classes from './inventory.module.css';
import { LoweredRows, loweringOf } from './lowered-rows';
import { Product, Section, type TwoCells, What } from './preview-section';
import { UnknownActions } from './unknown-actions';

const words = messages.inventory.preview;

/** What an upload would do, and the button that does it. */
export function Preview({
  name,
  answer,
  isAnew,
  isBusy,
  onApply,
  onDecided,
  children,
}: {
  name: string;
  answer: ContentResponse;
  isAnew: boolean;
  isBusy: boolean;
  onApply(lower: Lowering): void;
  /** Something was decided about what is unknown: the outcome is another one. */
  onDecided(): void;
  children: ReactNode;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const lower = loweringOf(answer, ticked);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAway = useAwaySince() !== null;
  // What somebody waited for is where they go on reading.
  useEffect(() => heading.current?.focus(), []);
  const { kept } = answer.counts;
  // Of more rows than are listed, all that are ticked is all.
  const lowered = lower === 'all' ? kept : ticked.size;
  const changes = changesOf({ ...answer.counts, lowered, kept: kept - lowered });
  const others = othersOf(answer.counts);
  return (
    <section className={classes.preview} aria-label={words.title(name)}>
      <div className={classes.previewHead}>
        <div className={classes.whole}>
          <Title order={2} ref={heading} tabIndex={-1}>
            {words.title(name)}
          </Title>
          <Text c="dimmed" size="sm">
            {words.read(answer.components, answer.format)}
          </Text>
          <Text fw={600} mt={4}>
            {changes ? sentence(changes) : words.nothing}
          </Text>
          {others && <Text size="sm">{sentence(others)}</Text>}
        </div>
        <Button loading={isBusy} disabled={isAway || lower === null} onClick={() => lower && onApply(lower)}>
          {words.apply}
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
      {kept > 0 && <LoweredRows answer={answer} ticked={ticked} onTick={setTicked} lower={lower} />}
      <Lists name={name} answer={answer} onDecided={onDecided} />
    </section>
  );
}

function Lists({ name, answer, onDecided }: { name: string; answer: ContentResponse; onDecided(): void }) {
  const { counts } = answer;
  return (
    <>
      <Section kind="added" total={counts.added} entries={answer.added} row={placed} />
      <Section kind="created" total={counts.created} entries={answer.created} row={placed} />
      <Section
        kind="moved"
        total={counts.moved}
        entries={answer.moved}
        row={(one) => [<What one={one} />, <VersionWay from={one.from} to={one.to} />]}
      />
      <Section kind="removed" total={counts.removed} entries={answer.removed} row={placed} />
      <Section
        kind="unmatched"
        total={counts.unmatched}
        entries={answer.unmatched}
        row={(one) => [
          <What one={{ ...one, software: null }} version={one.version} />,
          <Stack gap={4}>
            <Text size="sm" component="div">
              {sentence(one.reason)}
              {one.nearest && (
                <>
                  {' '}
                  {one.is_product ? messages.inventory.unmatched.isProduct : words.nearest}{' '}
                  <Product product={one.nearest} />
                </>
              )}
            </Text>
            <UnknownActions
              inventory={name}
              component={one}
              suggested={one.nearest ? [one.nearest] : []}
              isProduct={one.is_product}
              onDecided={onDecided}
            />
          </Stack>,
        ]}
      />
      <Section
        kind="ambiguous"
        total={counts.ambiguous}
        entries={answer.ambiguous}
        row={(one) => [
          <What one={{ ...one, software: null }} version={one.version} />,
          <Stack gap={4}>
            <Text size="sm" component="div">
              {words.candidates}{' '}
              {one.candidates.map((product, index) => (
                <span key={product.id}>
                  {index > 0 && ', '}
                  <Product product={product} />
                </span>
              ))}
            </Text>
            <UnknownActions
              inventory={name}
              component={one}
              suggested={one.candidates}
              isProduct={false}
              onDecided={onDecided}
            />
          </Stack>,
        ]}
      />
      <Section
        kind="ignored"
        total={counts.ignored}
        entries={answer.ignored}
        row={(one) => [
          <What one={{ ...one, software: null }} version={one.version} />,
          <BringBack inventory={name} one={one} onDecided={onDecided} />,
        ]}
      />
      <Section
        kind="rejected"
        total={counts.rejected}
        entries={answer.rejected}
        row={(one) => [
          <Text size="sm">
            <Name>{one.where}</Name>
          </Text>,
          <Text size="sm">
            <Name>{sentence(one.reason)}</Name>
          </Text>,
        ]}
      />
    </>
  );
}

function BringBack({
  inventory,
  one,
  onDecided,
}: {
  inventory: string;
  one: { name: string; decision: string };
  onDecided(): void;
}) {
  const back = useMutation({
    mutationFn: () => api.deleteDecision(inventory, one.decision),
    onSuccess: onDecided,
    onError: sayRefused,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={back.isPending}
      onClick={() => back.mutate()}
      aria-label={messages.inventory.decision.bringBackOf(visibleText(one.name))}
    >
      {messages.inventory.decision.bringBack}
    </Button>
  );
}

const placed = (one: ContentEntry): TwoCells => [
  <What one={one} />,
  one.version && (
    <span className="tabular">
      <Name>{one.version}</Name>
    </span>
  ),
];
