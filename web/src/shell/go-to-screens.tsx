import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useShortcuts } from '../parts/shortcuts';
import { ELSEWHERE, GEAR, MENU } from './frame';

/** Milliseconds after `g` in which a letter goes to a screen. */
const WITHIN = 1_500;

/** `g` and a letter go to a screen. */
export function GoToScreens() {
  const navigate = useNavigate();
  const pressedG = useRef(0);
  useShortcuts({
    g: () => void (pressedG.current = Date.now()),
    ...Object.fromEntries(
      [...MENU, ...ELSEWHERE, ...GEAR].flatMap(({ to, key }) =>
        key ? [[key, () => void (Date.now() - pressedG.current < WITHIN && navigate({ to }))]] : [],
      ),
    ),
  });
  return null;
}
