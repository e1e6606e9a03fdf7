import { createContext } from 'react'

/** Provides the nonce of inline scripts while rendering on the server (see Site.nonce); undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)
