import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TownArt } from './town-art.tsx'

interface EmptyStateProps {
  title: ReactNode
  /** What to do next. */
  children?: ReactNode
  /** One button or link that does it. */
  action?: ReactNode
  /** Instead of the town: something went wrong. */
  icon?: LucideIcon
}

export function EmptyState({ title, children, action, icon: Icon }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-xl border border-dashed border-line-strong px-6 py-12 text-center">
      {Icon ? (
        <span className="mb-4 grid size-14 place-items-center rounded-full bg-bell-soft">
          <Icon aria-hidden="true" className="size-7" />
        </span>
      ) : (
        <TownArt className="mb-6" />
      )}
      <h2 className="text-xl">{title}</h2>
      {children && <p className="mt-2 max-w-md text-muted">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
