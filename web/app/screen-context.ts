import { createContext, useContext } from 'react'
import type { WriteRight } from './access'

export interface CurrentScreen {
  readonly path: string
  readonly title: string
  readonly right: WriteRight
  /** The record in whose form the list stands: how it was left is of that record alone. */
  readonly record?: string
}

/** The list screen being shown: its tables and forms take their address and rights from it. */
export const ScreenContext = createContext<CurrentScreen>({ path: '', title: '', right: '' })

export function useScreen(): CurrentScreen {
  return useContext(ScreenContext)
}
