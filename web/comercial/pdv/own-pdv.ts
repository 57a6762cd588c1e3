import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ScaleLabel, type ScaleLayout, readScaleLabel } from '../../../core/gs1/scale-layout'
import { ApiError, chosenCompany, get, readRow } from '../../app/api'
import { announce, onChanged } from '../../app/events'
import { readStored, writeStored } from '../../app/storage'
import { toast } from '../../app/toasts'
import { numberOf, rowsOf, type Row } from '../../ui/row'

/** Which point of sale this computer is, chosen once for each company that sells on it. */

const keyOf = (company: number | null): string => `pdv.${company ?? 0}`

/** Says that this computer is that point of sale; null that it is none. */
export function choosePdv(id: number | null): void {
  writeStored(keyOf(chosenCompany.peek()), id)
  announce('pdv')
}

/** The number of this computer's point of sale in the chosen company; null for none. */
export const chosenPdv = (): number | null => numberOf(readStored(keyOf(chosenCompany.peek())))

interface OwnPdv {
  /** Has the server answered? */
  readonly known: boolean
  /** Null where none was chosen here, or the chosen one is gone or out of use. */
  readonly pdv: Row | null
}

async function load(): Promise<Row | null> {
  const id = chosenPdv()
  if (id === null) return null
  try {
    const pdv = readRow(await get(`config/pdv/${id}`))
    return pdv.ativo === false || pdv.empresa_id !== chosenCompany.peek() ? null : pdv
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** This computer's point of sale, asked again when the company or a point of sale changes. */
export function useOwnPdv(): OwnPdv {
  useSignals()
  const [round, setRound] = useState(0)
  const key = `${chosenCompany.value}:${round}`
  const [own, setOwn] = useState<OwnPdv & { readonly key: string }>({ key: '', known: false, pdv: null })
  useEffect(() => onChanged('pdv', () => setRound((now) => now + 1)), [])
  useEffect(() => {
    let current = true
    load().then(
      (pdv) => current && setOwn({ key, known: true, pdv }),
      (error: unknown) => toast.error(error),
    )
    return () => {
      current = false
    }
  }, [key])
  // What was known stays until the new answer, but for another company's.
  return own.key.split(':')[0] === key.split(':')[0] ? own : { known: false, pdv: null }
}

const layoutOf = (row: Row): ScaleLayout => ({
  digitBalanca: numberOf(row.digitBalanca) ?? 0,
  tpIdentificacao: numberOf(row.tpIdentificacao) ?? 0,
  posCodIni: numberOf(row.posCodIni) ?? 0,
  posCodEnd: numberOf(row.posCodEnd) ?? 0,
  posValIni: numberOf(row.posValIni) ?? 0,
  posValEnd: numberOf(row.posValEnd) ?? 0,
  qDecimal: numberOf(row.qDecimal) ?? 0,
})

/** Reads codes as the scale of this computer's point of sale prints them; null for what is no label of it. Throws CoreError for one that is misread. */
export function labelReader(pdv: Row | null): (code: string) => ScaleLabel | null {
  if (pdv === null || pdv.tpBalanca !== 1) return () => null
  const layouts = rowsOf(pdv.pdv_balancas).map(layoutOf)
  return (code) => readScaleLabel(code, layouts)
}
