import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Which of the points of a plot is told: by arrow keys, Home and End, or by the pointer. */
export function useActivePoint(count: number) {
  const [active, setActive] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = count - 1;
    const from = active ?? last + 1;
    const next = { ArrowLeft: Math.max(0, from - 1), ArrowRight: Math.min(last, from + 1), Home: 0, End: last }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setActive(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))));
  };
  const leave = () => setActive(null);
  return { active, handlers: { onKeyDown, onPointerMove, onPointerLeave: leave, onBlur: leave } };
}
