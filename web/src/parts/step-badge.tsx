import { messages } from '../messages';
import classes from './parts.module.css';

/** The size of a step, as a word on its colour. */
export function StepBadge({ step }: { step: string }) {
  return (
    <span className={classes.step} data-step={step}>
      {messages.common.steps[step] ?? messages.common.steps.other}
    </span>
  );
}
