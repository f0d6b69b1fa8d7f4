/** Texts of the application: one file for each area, typed functions for what has values in it. All of these come before anything is seen; what one lazy screen alone says is imported from its own file in `en`. */
export * as messages from './en';
