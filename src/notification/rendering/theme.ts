import type { Step } from 'version-order';

/** The colours of mails and pages. Text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
export interface Theme {
  ground: string;
  card: string;
  line: string;
  ink: string;
  soft: string;
  link: string;
  button: string;
  /** Background and text of the badge that names a step. */
  steps: Record<Step, [ground: string, ink: string]>;
}

export const LIGHT: Theme = {
  ground: '#eef1f5',
  card: '#ffffff',
  line: '#d8dee6',
  ink: '#1b2028',
  soft: '#5a6472',
  link: '#0a55c4',
  button: '#0a55c4',
  steps: {
    major: ['#fde4e1', '#a01c10'],
    minor: ['#dfeafc', '#1a4594'],
    patch: ['#daf3e3', '#0c5a34'],
    other: ['#e8ebf0', '#454f5c'],
  },
};

export const DARK: Theme = {
  ground: '#0e1116',
  card: '#171b22',
  line: '#2d343f',
  ink: '#e8ebef',
  soft: '#9ba6b4',
  link: '#7fb4ff',
  button: '#2764d8',
  steps: {
    major: ['#4d1f1b', '#ffb4aa'],
    minor: ['#1a325c', '#a9cbff'],
    patch: ['#113f2a', '#8be0b0'],
    other: ['#2b323c', '#c6cdd6'],
  },
};

/** Without quotes, so that escaping does not change it. */
export const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** The texts of the badges. */
export const STEP_BADGES: Record<Step, string> = {
  major: 'Major update',
  minor: 'Minor update',
  patch: 'Patch',
  other: 'Update',
};
