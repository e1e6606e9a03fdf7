/** A progress bar, for example of a list towards its limit. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      aria-label={label}
      value={Math.min(value, max)}
      max={max}
      className={
        'h-2.5 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunk ' +
        '[&::-moz-progress-bar]:bg-bell [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-bell'
      }
    />
  )
}
