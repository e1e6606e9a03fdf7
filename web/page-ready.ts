/** Sent to the window when the page answers to taps. */
export const PAGE_READY = 'page-ready'

/** The data attribute of a form in which somebody pressed Enter before that, and typed nothing since. */
export const ENTERED = 'entered'
