import { createContext } from 'react'

/** How many dialogs lie under: each is inset 16 px more. */
export const DepthContext = createContext(0)
