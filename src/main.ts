import './config/compile-cache';
import 'reflect-metadata';
import { runService } from './app/start';

void runService();
