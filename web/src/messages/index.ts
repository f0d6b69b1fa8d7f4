/** Every text of the application: one file for each area, typed functions for what has values in it. */
export { en as messages } from './en';
