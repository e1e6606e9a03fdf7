import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const widths = {
  narrow: 'max-w-2xl',
  text: 'max-w-4xl',
  wide: 'max-w-6xl',
  full: 'max-w-7xl',
  calendar: 'max-w-[100rem]',
}

/** Sets a page's width and padding. */
export function Page({
  width = 'wide',
  className,
  children,
}: {
  width?: keyof typeof widths
  className?: string
  children: ReactNode
}) {
  return <div className={classes('mx-auto px-4 py-10 sm:px-6 sm:py-14', widths[width], className)}>{children}</div>
}

/** A page's heading, with one sentence below. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-8 max-w-3xl sm:mb-10">
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      {children && <p className="mt-4 text-lg text-muted sm:text-xl">{children}</p>}
    </div>
  )
}
