import { parse } from 'valibot'
import { ddaTaken, ddaTakenText } from '../../../core/banking/dda-taken'
import { announce } from '../../app/events'
import { asked, type Asking } from '../../ui/asked'
import type { Values } from '../../ui/row'
import { sendAndTell } from '../../ui/send-files'

export const RESOURCE = 'boleto_dda'

/** What follows any verb of a slip: whatever shows it, or its payable, asks again. */
export function tell(): void {
  for (const name of [RESOURCE, 'contas_pagar', 'fila']) announce(name)
}

/** Sends sweeps of the DDA and tells what became of each. */
export const uploadSweeps = (files: readonly File[]): Promise<number | null> =>
  sendAndTell(files, { path: RESOURCE, told: (file) => ddaTakenText(parse(ddaTaken, file)), after: tell })

/** Calls a verb of a slip, and asks what the server asks. Undefined when it was refused or given up. */
export const ask = (asking: Asking): Promise<Values | undefined> => asked(asking, tell)
