/** Every text of the application: one file for each area, typed functions for what has values in it. Areas go with the screens that use them. */
export * as messages from './en';
