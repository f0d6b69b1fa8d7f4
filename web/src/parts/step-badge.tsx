import { messages } from '../messages';
import { Badge } from './ui';

/** The size of a step, as a word on its colour. */
export const StepBadge = ({ step }: { step: string }) => (
  <Badge variant="light" color={step in messages.common.steps ? step : 'other'}>
    {messages.common.steps[step] ?? messages.common.steps.other}
  </Badge>
);
