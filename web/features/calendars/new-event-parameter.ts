/** The query parameter that opens the form. The calendar removes it from the URL. */
export const NEW_EVENT = 'new'
export const NEW_EVENT_ASKED = 'new-event'

/** Asks the calendar on screen to open the form, and returns whether one did. The way through the URL would render it twice. */
export const askForNewEvent = () => !window.dispatchEvent(new Event(NEW_EVENT_ASKED, { cancelable: true }))
