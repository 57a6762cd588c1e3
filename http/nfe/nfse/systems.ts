import type { Ctx } from '../../platform/context'
import { abrasf } from './abrasf'
import { cityOf } from './city'
import { national } from './national'
import type { NoteSystem, SystemName } from './port'

/** Whoever makes notes of declarations, by name. */
export const SYSTEMS: Readonly<Record<SystemName, NoteSystem>> = {
  nacional: national,
  abrasf,
  // What is declared by hand is written as a city of ABRASF would want it, and goes nowhere.
  manual: abrasf,
}

/** Whose system the notes of a city are: its own where it has one, else the national one. */
export const systemOf = async (ctx: Ctx, cMun: string): Promise<SystemName> =>
  (await cityOf(ctx, cMun))?.sistema ?? 'nacional'
