/**
 * The beginning of the reason for leaving out a tag of another form. A tag pattern chooses instead of the form, so then
 * the reason does not count.
 */
export const OTHER_FORM = 'Another form of tag';
