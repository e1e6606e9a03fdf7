/** What can be done to an event, each in a dialog of its own. */
export type EventAction = 'edit' | 'duplicate' | 'move' | 'cancel' | 'delete' | 'alert'
