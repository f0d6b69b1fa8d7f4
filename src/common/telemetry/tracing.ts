import {
  type Attributes,
  context,
  type Context,
  createContextKey,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/** Contexts of spans as W3C writes them: 55 ASCII characters. They go with work that is handed on in the database. */
export type Traceparent = string;

export interface SpanFacts {
  kind?: SpanKind;
  attributes?: Attributes;
  /** null = it begins a trace; undefined = the active span. */
  parent?: Traceparent | null;
  links?: (Traceparent | null)[];
}

/** Of the work that is under way, when several things are done together: one for each, by their ids. */
const EACH = createContextKey('one trace for each thing');

const contextOf = (traceparent: Traceparent | null | undefined): Context =>
  traceparent == null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

function startSpan(name: string, { kind, attributes, parent, links = [] }: SpanFacts): Span {
  const contexts = links.flatMap((link): Link[] => {
    const linked = trace.getSpanContext(contextOf(link));
    return linked ? [{ context: linked }] : [];
  });
  const above = parent === undefined ? context.active() : contextOf(parent);
  return trace.getTracer('software-update-tracker').startSpan(name, { kind, attributes, links: contexts }, above);
}

/** Only the kind of an error: its text may have addresses and statements in it. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.constructor.name : 'unknown');
}

/** Does work in a span that ends with it. Without telemetry it only does the work. */
export async function traced<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, facts);
  try {
    return await context.with(trace.setSpan(context.active().deleteValue(EACH), span), () => work(span));
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Does work on several things together, within a span, and with one more for each that ends with it. */
export async function tracedEach<T>(
  name: string,
  things: { id: string; facts: SpanFacts }[],
  work: () => Promise<T>,
): Promise<T> {
  // Not whether it is sampled: what began elsewhere may be.
  if (trace.getActiveSpan() === undefined) return work();
  const spans = things.map(({ id, facts }) => ({ id, span: startSpan(name, facts) }));
  try {
    return await withEach(new Map(spans.flatMap(({ id, span }) => entryOf(id, traceparentOf(span)))), work);
  } catch (error) {
    for (const { span } of spans) fail(span, error);
    throw error;
  } finally {
    for (const { span } of spans) span.end();
  }
}

const entryOf = (id: string, value: Traceparent | null): [string, Traceparent][] =>
  value === null ? [] : [[id, value]];

/** Does work on several things that began in traces of their own, and in no span that happens to be active. */
export const withEach = <T>(each: ReadonlyMap<string, Traceparent>, work: () => T): T =>
  context.with(ROOT_CONTEXT.setValue(EACH, each), work);

/** What to store with work that is handed on: the context of the active span, or one for each thing. Null, and empty: not traced, or not sampled. */
export function handedOn(): { active: Traceparent | null; each: ReadonlyMap<string, Traceparent> } {
  const each = context.active().getValue(EACH) as ReadonlyMap<string, Traceparent> | undefined;
  return { active: traceparent(), each: each ?? NONE };
}

const NONE: ReadonlyMap<string, Traceparent> = new Map();

/** Of the active span, if it is sampled. */
export const traceparent = (): Traceparent | null => traceparentOf(trace.getActiveSpan());

function traceparentOf(span: Span | undefined): Traceparent | null {
  const its = span?.spanContext();
  if (!its || !isSpanContextValid(its) || !(its.traceFlags & TraceFlags.SAMPLED)) return null;
  return `00-${its.traceId}-${its.spanId}-01`;
}

/** Fields of a log line. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const its = trace.getActiveSpan()?.spanContext();
  return its ? { trace_id: its.traceId, span_id: its.spanId } : {};
}
