import { createContext } from 'react'

/** Marks inline scripts as ours while rendering on the server (see Site.nonce); in the browser there is none. */
export const NonceContext = createContext<string | undefined>(undefined)
