/** The query parameter that opens the form. The calendar removes it from the URL. */
export const NEW_EVENT = 'new'
/** The query parameter that shows the form for an alert instead of the calendar: new, update or all_clear. */
export const ALERT = 'alert'

export const newAlertPath = (calendarId: string) => `/calendars/${calendarId}?${ALERT}=new`
