import './config/compile-cache';
import './api/server/short-lived-objects';
import 'reflect-metadata';
import { runService } from './app/start';

void runService();
