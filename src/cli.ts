import './config/compile-cache';
import 'reflect-metadata';
import { runProgram } from './cli/program';

void runProgram();
