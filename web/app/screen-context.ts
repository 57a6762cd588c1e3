import { createContext, useContext } from 'react'
import type { Gate } from './access'

export interface CurrentScreen {
  readonly path: string
  readonly title: string
  readonly gate: Gate
}

/** The list screen being shown: its tables and forms take their address and rights from it. */
export const ScreenContext = createContext<CurrentScreen>({ path: '', title: '', gate: 'open' })

export function useScreen(): CurrentScreen {
  return useContext(ScreenContext)
}
