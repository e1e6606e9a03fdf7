import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { type EventDraft, type EventForm, eventForm } from '#domain/events.ts'

export type EventFormState = UseFormReturn<EventDraft, unknown, EventForm>

// The draft's category may still be empty, which the rules refuse; their types would refuse it before they run.
const rules = zodResolver(eventForm) as unknown as Resolver<EventDraft, unknown, EventForm>

export function useEventForm(defaultValues: EventDraft): EventFormState {
  return useForm({ resolver: rules, defaultValues })
}
