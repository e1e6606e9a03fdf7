import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const variants = {
  info: { box: 'border-bell-line bg-bell-soft', icon: Info },
  warning: { box: 'border-notice bg-notice-soft', icon: TriangleAlert },
  danger: { box: 'border-danger bg-danger-soft', icon: CircleAlert },
}

interface BannerProps {
  variant?: keyof typeof variants
  title: ReactNode
  children?: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
}

/** Shows a message at the top of a page or form. */
export function Banner({ variant = 'info', title, children, action }: BannerProps) {
  const { box, icon: Icon } = variants[variant]
  return (
    <div
      role={variant === 'info' ? 'status' : 'alert'}
      className={classes('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border-l-4 p-4', box)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{title}</p>
        {children && <div className="mt-0.5 text-sm">{children}</div>}
      </div>
      {action}
    </div>
  )
}
