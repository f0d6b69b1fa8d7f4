import { alertStage } from './opsgenie-provider';
import type { Stage } from './stage';

export const stage = (): Promise<Stage> => alertStage('/jsm/ops/integration', { priority: 'P4' });
