import { alertStage } from './opsgenie-provider';
import type { Stage } from './stage';

export const stage = (): Promise<Stage> => alertStage('', { region: 'eu' });
