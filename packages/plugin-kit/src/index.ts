import 'reflect-metadata';
import { provideKit } from '../../../src/app/plugin/kit-identity';
export * from '../../../src/app/plugin/kit';
provideKit();
