import type { Membership } from '#domain/roles.ts'

/** A calendar on the dashboard, with its numbers. */
export interface MyCalendar {
  id: string
  name: string
  description: string | null
  owner_id: string
  identifier: number
  state: string
  city: string
  time_zone: string
  allow_guest_users: boolean
  disabled: boolean
  admin_email: string | null
  external_calendar_url: string | null
  sendgrid_template_id: string | null
  created_at: string
  user_role: 'admin' | 'member'
  event_count: number
  email_count: number
  phone_count: number
  member_count: number
  /** Local time at which the day's mail leaves: "08:00:00". */
  notify_at: string
}

/** A calendar that its owner deleted and can still restore. */
export interface DeletedCalendar {
  id: string
  name: string
  identifier: number
  deleted_at: string
}

/** A calendar as its own screen shows it. */
export interface MemberCalendar {
  role: 'admin' | 'member'
  id: string
  version: number
  name: string
  description: string | null
  owner_id: string
  identifier: number
  time_zone: string
  state: string
  city: string
  disabled: boolean
  sendgrid_template_id: string | null
  external_calendar_url: string | null
  invite_code: string | null
  allow_guest_users: boolean
  /** How many suggestions wait; 0 for who is no admin. */
  suggestion_count: number
}

export function membershipIn(calendar: MyCalendar | MemberCalendar, userId: string): Membership {
  const role = 'user_role' in calendar ? calendar.user_role : calendar.role
  return { userId, ownerId: calendar.owner_id, role }
}
