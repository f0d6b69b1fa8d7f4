import './config/compile-cache';
import 'reflect-metadata';
import { runProgram } from './app/cli/program';

void runProgram();
