import { PRODUCT_NAME } from '#domain/company.ts'

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BellMark className="size-9" />
      <span className="font-display text-2xl leading-none font-semibold tracking-tight">{PRODUCT_NAME}</span>
    </span>
  )
}

/** Draws the same bell as public/favicon.svg. */
export function BellMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" fill="#f5b81c" />
      <path
        d="M16 5.5a2 2 0 0 0-2 2v.6c-3.3.9-5.5 3.9-5.5 7.4v4.2l-2 2.9c-.5.8 0 1.9 1 1.9h17c1 0 1.5-1.1 1-1.9l-2-2.9v-4.2c0-3.5-2.2-6.5-5.5-7.4v-.6a2 2 0 0 0-2-2Z"
        fill="#211900"
      />
      <path d="M12.8 26h6.4a3.2 3.2 0 0 1-6.4 0Z" fill="#211900" />
    </svg>
  )
}
