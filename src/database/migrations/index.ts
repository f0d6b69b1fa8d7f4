import { Initial1765000000000 } from './1765000000000-initial';
import { Popularity1796000000010 } from './1796000000010-popularity';
import { Probe1796000000030 } from './1796000000030-probe';
import { InventoryDecisions1796000000040 } from './1796000000040-inventory-decisions';
import { Advisories1796000000050 } from './1796000000050-advisories';
import { BreakingChanges1796000000060 } from './1796000000060-breaking-changes';
import { History1796000000065 } from './1796000000065-history';
import { Tags1796000000070 } from './1796000000070-tags';
import { Operator1796000000080 } from './1796000000080-operator';
import { LinkOfSession1796000000090 } from './1796000000090-link-of-session';
import { DaysBehind1796000000100 } from './1796000000100-days-behind';
import { HomeAssistant1796000000160 } from './1796000000160-home-assistant';
import { Traceparent1796000000170 } from './1796000000170-traceparent';
import { KeptAnswers1796000000180 } from './1796000000180-kept-answers';
import { UndoInTurn1796000000190 } from './1796000000190-undo-in-turn';

/** In the order in which they run. */
export const MIGRATIONS = [
  Initial1765000000000,
  Popularity1796000000010,
  Probe1796000000030,
  InventoryDecisions1796000000040,
  Advisories1796000000050,
  BreakingChanges1796000000060,
  History1796000000065,
  Tags1796000000070,
  Operator1796000000080,
  LinkOfSession1796000000090,
  DaysBehind1796000000100,
  HomeAssistant1796000000160,
  Traceparent1796000000170,
  KeptAnswers1796000000180,
  UndoInTurn1796000000190,
];
