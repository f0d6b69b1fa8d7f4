import { useQuery } from '@tanstack/react-query';
import { isProblem } from '../api/problem';
import { orderingQuery, sourceQuery, sourceTypesQuery } from '../api/sources';
import { ProblemNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { SourceFields } from './source-fields';

export interface SourceFormProps {
  software: string;
  hasSource: boolean;
  onClose(): void;
}

/** The source of a product and the order of its versions, with what the source answers to them. */
export default function SourceForm({ software, hasSource, onClose }: SourceFormProps) {
  const types = useQuery(sourceTypesQuery);
  const ordering = useQuery(orderingQuery(software));
  const source = useQuery({ ...sourceQuery(software), enabled: hasSource });
  const isNone = !hasSource || isProblem(source.error, 404);
  const error = types.error ?? ordering.error ?? (isNone ? null : source.error);
  const retry = () => void Promise.all([types.refetch(), ordering.refetch(), hasSource && source.refetch()]);
  if (error) return <ProblemNote error={error} onRetry={retry} />;
  if (!types.data || !ordering.data || (!isNone && !source.data)) return <SlowSkeleton rows={6} />;
  return (
    <SourceFields
      software={software}
      types={types.data}
      source={isNone ? null : source.data!}
      ordering={ordering.data}
      onClose={onClose}
    />
  );
}
