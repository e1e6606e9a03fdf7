import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { type EventDraft, type EventForm, eventForm } from '#domain/events.ts'

export type EventFormState = UseFormReturn<EventDraft, unknown, EventForm>

// The draft's category may be empty, which the schema refuses at run time but its input type does not allow.
const rules = zodResolver(eventForm) as unknown as Resolver<EventDraft, unknown, EventForm>

export function useEventForm(defaultValues: EventDraft): EventFormState {
  return useForm({ resolver: rules, defaultValues })
}
