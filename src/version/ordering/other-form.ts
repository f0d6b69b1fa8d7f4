/**
 * How the reason begins for which a tag is left out that no pattern of its product asks for. A tag pattern chooses instead of the form, so then
 * the reason does not count.
 */
export const OTHER_FORM = 'Another form of tag';
