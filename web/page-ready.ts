/** Sent to the window when the page answers to taps. */
export const PAGE_READY = 'page-ready'
