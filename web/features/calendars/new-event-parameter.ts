/** The query parameter that opens the form. The calendar removes it from the URL. */
export const NEW_EVENT = 'new'
