// The addresses of a surface as a table: who answers which method. Everything else is refused in plain words.
import type { Env, Handler, Hono } from 'hono'
import { AppError } from '#domain/errors.ts'

export type UrlTable<E extends Env> = Record<string, Record<string, Handler<E>>>

/** `address` is what this surface calls one, `nothing` what it says where there is none. */
export function answerTable<E extends Env>(
  app: Hono<E>,
  table: UrlTable<E>,
  { address, nothing }: { address: string; nothing: string },
): Hono<E> {
  for (const [path, methods] of Object.entries(table)) {
    for (const [method, handler] of Object.entries(methods)) app.on(method, path, handler)
    const allowed = Object.keys(methods).join(' and ')
    app.all(path, () => {
      throw new AppError('method_not_allowed', 405, `${address} answers ${allowed} only`)
    })
  }
  return app.all('*', () => {
    throw new AppError('not_found', 404, nothing)
  })
}

/** Answers for what clients of the dialect know and we don't have. */
export function notOffered(feature: string, instead: string): Handler {
  return () => {
    throw new AppError('not_offered', 404, `${feature} is not offered here. ${instead}`)
  }
}

/** For `bodyLimit`. */
export function tooLarge(): never {
  throw new AppError('payload_too_large', 413, 'The body is too large')
}
