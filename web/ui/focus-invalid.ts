/** Moves to the first field that has a problem, once the problem is shown. */
export function focusInvalid(form: Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
