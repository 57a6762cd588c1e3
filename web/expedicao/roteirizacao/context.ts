import { createContext, useContext } from 'react'
import { Planner } from './planner-state'

export const PlannerContext = createContext<Planner>(new Planner())

/** The open plan. */
export const usePlanner = (): Planner => useContext(PlannerContext)

/** What is done to one stop from its row, its menu or by key. */
export type StopCommand = 'move' | 'transfer' | 'lock' | 'edit' | 'place' | 'outside' | 'drop'
