import './config/compile-cache';
import 'reflect-metadata';
import { runCommandLine } from './cli/program';

void runCommandLine();
