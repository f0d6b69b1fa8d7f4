import type { Provider, Type } from '@nestjs/common';
import { EndoflifeKnowledge } from './endoflife.knowledge';
import { EpssKnowledge } from './epss.knowledge';
import { KevKnowledge } from './kev.knowledge';
import type { KnowledgeProvider } from './knowledge-provider';
import { NvdOverridesKnowledge } from './nvd-overrides.knowledge';
import { OsvKnowledge } from './osv.knowledge';

/** The one list of providers of knowledge: a new one is one file and one line here. */
export const KNOWLEDGE_CLASSES: Type<KnowledgeProvider>[] = [
  EndoflifeKnowledge,
  OsvKnowledge,
  NvdOverridesKnowledge,
  KevKnowledge,
  EpssKnowledge,
];

/** Injection token of the instances of all of them. */
export const KNOWLEDGE_PROVIDERS = Symbol('KNOWLEDGE_PROVIDERS');

export const knowledgeProviders: Provider[] = [
  ...KNOWLEDGE_CLASSES,
  {
    provide: KNOWLEDGE_PROVIDERS,
    useFactory: (...providers: KnowledgeProvider[]) => providers,
    inject: KNOWLEDGE_CLASSES,
  },
];
