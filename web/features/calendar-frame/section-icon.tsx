import { CalendarDays, Send, Settings, TriangleAlert, Users } from 'lucide-react'

const icons = { calendar: CalendarDays, people: Users, mailings: Send, settings: Settings, alert: TriangleAlert }

/** The icon of a section, above its word. */
export function SectionIcon({ name }: { name: keyof typeof icons }) {
  const Icon = icons[name]
  return <Icon className="size-6" />
}
